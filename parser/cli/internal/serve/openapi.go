package serve

import (
	_ "embed"
	"encoding/json"
	"strings"

	"parser/parser/treebank"
)

// openAPI describes the routes for programs, without what can be asked of a parse.
//
//go:embed openapi.json
var openAPI []byte

// description describes the routes for programs.
func description() map[string]any {
	type object = map[string]any
	var all object
	_ = json.Unmarshal(openAPI, &all) // cannot fail: tests read it
	post := all["paths"].(object)["/v1/parse"].(object)["post"].(object)
	properties := all["components"].(object)["schemas"].(object)["ParseRequest"].(object)["properties"].(object)
	for _, o := range (&treebank.Request{}).Options() {
		schema := object{"description": strings.ReplaceAll(o.Usage, "`", "")}
		switch o.Field.(type) {
		case *bool:
			schema["type"] = "boolean"
		case *int:
			schema["type"], schema["minimum"], schema["maximum"] = "integer", 0, most()[o.Name]
		case *uint64:
			schema["type"], schema["minimum"] = "integer", 0
		default:
			schema["type"] = "string"
			if allowed := o.Names(); allowed != nil {
				schema["enum"] = append([]string{""}, allowed...)
			}
		}
		properties[o.Name] = schema
		post["parameters"] = append(post["parameters"].([]any), object{"name": o.Name, "in": "query", "schema": schema})
	}
	return all
}
