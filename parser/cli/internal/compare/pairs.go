package compare

import (
	"errors"
	"fmt"
	"io"

	"parser/conll"
	"parser/eval"
	"parser/parser/amr"
)

// Causes of errors about files of graphs that do not belong together.
var (
	errGraphCount = errors.New("gold and system differ in number of graphs")
	errIDs        = errors.New("gold and system graph differ in id")
)

// Sentences calls f with the first sentence of every file, then with the second one, and so on. The first file is gold.
// It stops at the first error of a file or of f, and with eval.ErrSentenceCount if only some files end.
func Sentences(files []func() (*conll.Sentence, error), f func(gold *conll.Sentence, systems []*conll.Sentence) error) error {
	end := func(last *conll.Sentence) string { return last.Place(last.Len() - 1) }
	return together(files, end, func(extra *conll.Sentence, ended string) error {
		return extra.ErrorAt(0, fmt.Errorf("%w: %s", eval.ErrSentenceCount, ended))
	}, f)
}

// GraphsOf is [Sentences] for graphs. It also returns an error if a gold graph and a system's graph have different ids,
// "# ::id".
func GraphsOf(files []func() (*amr.Graph, error), f func(gold *amr.Graph, systems []*amr.Graph)) error {
	return together(files, place, func(extra *amr.Graph, ended string) error {
		return errorAt(extra, fmt.Errorf("%w: %s", errGraphCount, ended))
	}, func(gold *amr.Graph, systems []*amr.Graph) error {
		id, has := gold.Get("id")
		for _, system := range systems {
			if other, also := system.Get("id"); has && also && id != other {
				return errorAt(gold, fmt.Errorf("%w: %q, but %q at %s", errIDs, id, other, place(system)))
			}
		}
		f(gold, systems)
		return nil
	})
}

// place names the line where a graph begins.
func place(g *amr.Graph) string { return fmt.Sprintf("%s:%d", g.File, g.Line) }

func errorAt(g *amr.Graph, cause error) error {
	id, _ := g.Get("id")
	return &amr.Error{File: g.File, Line: g.Line, SentID: id, Err: cause}
}

// together calls f with the first item of every file, then with the second one, and so on, until all files end. It
// holds one item of each file, and f may keep the slice. If a side, "gold" or "system", ends while another file has an
// extra item, it returns the error of missing, which is told in words where that side ends: after its last item, whose
// place is named by end.
func together[T any](files []func() (*T, error), end func(last *T) string, missing func(extra *T, ended string) error,
	f func(gold *T, systems []*T) error,
) error {
	last := make([]*T, len(files))
	ended := func(side string, last *T) string {
		if last == nil {
			return side + " is empty"
		}
		return side + " ends after " + end(last)
	}
	for {
		items := make([]*T, len(files)) // nil where a file has ended
		for i, read := range files {
			item, err := read()
			switch {
			case err == nil:
				items[i] = item
			case err != io.EOF:
				return err
			}
			switch {
			case items[0] == nil && items[i] != nil:
				return missing(items[i], ended("gold", last[0]))
			case items[0] != nil && items[i] == nil:
				return missing(items[0], ended("system", last[i]))
			}
		}
		if items[0] == nil {
			return nil
		}
		if err := f(items[0], items[1:]); err != nil {
			return err
		}
		last = items
	}
}
