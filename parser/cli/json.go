package cli

import (
	"encoding/json"
	"io"
)

// writeJSON prints v, indented, with labels such as "<" as they are.
func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}
