package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"os"

	"golang.org/x/term"
)

// What commands print: text for people, JSON for programs.
const (
	formatText = "text"
	formatJSON = "json"
)

// say prints a message as one line.
func (e *Env) say(format string, args ...any) {
	fmt.Fprintf(e.Stderr, programName+": "+format+"\n", args...)
}

// isTerminal reports whether a stream is a terminal.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// writeJSON prints v, indented, with labels such as "<" as they are.
func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}
