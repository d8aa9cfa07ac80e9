package command

import (
	"plyquet/pipeline/config"
	"plyquet/pipeline/manifest"
)

// ReadFile reads a file of a run folder, which may be of somebody else: what is no file, or too large for one that plyquet
// writes whole, is an error.
func ReadFile(path string) ([]byte, error) { return manifest.ReadSmall(path) }

// DecodeConfig decodes the resolved configuration of a run folder; see config.Plain.
func DecodeConfig(text []byte, v any) error { return config.Plain(text, v) }
