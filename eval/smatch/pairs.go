package smatch

import (
	"errors"
	"fmt"

	"parser/eval/internal/sides"
	"parser/parser/amr"
)

// Causes of errors about files that do not belong together.
var (
	errGraphCount = errors.New("gold and system differ in number of graphs")
	errIDs        = errors.New("gold and system graph differ in id")
)

// Source yields graphs and then io.EOF. An *amr.Reader is one.
type Source interface {
	Read() (*amr.Graph, error)
}

// Together calls f with the first graph of every source, then with the second one, and so
// on. It stops at the first error of a source or of f. It also returns an error if only some
// sources end, or if a gold graph and a system's graph have different ids, "# ::id".
func Together(gold Source, systems []Source, f func(gold *amr.Graph, systems []*amr.Graph) error) error {
	return sides.Read(gold, systems, place, func(extra *amr.Graph, ended string) error {
		return errorAt(extra, fmt.Errorf("%w: %s", errGraphCount, ended))
	}, func(gold *amr.Graph, systems []*amr.Graph) error {
		id, has := gold.Get("id")
		for _, system := range systems {
			if other, also := system.Get("id"); has && also && id != other {
				return errorAt(gold, fmt.Errorf("%w: %q, but %q at %s", errIDs, id, other, place(system)))
			}
		}
		return f(gold, systems)
	})
}

// place names the line where a graph begins.
func place(g *amr.Graph) string { return fmt.Sprintf("%s:%d", g.File, g.Line) }

func errorAt(g *amr.Graph, cause error) error {
	id, _ := g.Get("id")
	return &amr.Error{File: g.File, Line: g.Line, SentID: id, Err: cause}
}
