package stages

import (
	_ "embed"
	"encoding/json"
	"fmt"

	"plyquet/pipeline/config"
)

//go:embed comments.json
var comments []byte

// Comments are the comments of the settings, as the sources of the stages have them.
func Comments() (c config.Comments) {
	if err := json.Unmarshal(comments, &c); err != nil {
		panic(fmt.Sprintf("stages: comments.json is part of the program and cannot be read: %v", err))
	}
	return c
}
