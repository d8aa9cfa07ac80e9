package config

import (
	"encoding/json"
	"fmt"

	"github.com/invopop/jsonschema"

	"plyquet/pipeline/stage"
)

// A Key is one setting of a configuration.
type Key struct {
	Path    string // "evaluate.grade.depth"
	Default string // as it could stand in the file
	Doc     string
}

// Keys lists every setting in the order of the stages and their structs.
func Keys(registry []func() stage.Stage, comments Comments) ([]Key, error) {
	var list []Key
	err := collectKeys(schemaOf(registry, comments), "", &list)
	return list, err
}

func collectKeys(s *jsonschema.Schema, path string, list *[]Key) error {
	for p := s.Properties.Oldest(); p != nil; p = p.Next() {
		at, value := join(path, p.Key), sectionOf(p.Value)
		if value.Properties != nil && value.Properties.Len() > 0 {
			if err := collectKeys(value, at, list); err != nil {
				return err
			}
			continue
		}
		text, err := json.Marshal(value.Default)
		if err != nil {
			return fmt.Errorf("default of %s: %w", at, err)
		}
		if plain, ok := value.Default.(string); ok && plain != "" {
			text = []byte(plain)
		}
		*list = append(*list, Key{at, string(text), value.Description})
	}
	return nil
}

// sectionOf is what stands below nullable.
func sectionOf(s *jsonschema.Schema) *jsonschema.Schema {
	if len(s.AnyOf) > 0 && s.AnyOf[0].Properties != nil {
		return s.AnyOf[0]
	}
	return s
}
