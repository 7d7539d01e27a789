package transformer

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"parser/model/npz"
	"parser/parser/internal/transformer/internal/subword"
)

// held makes a model file hold an encoder, so that it needs no folder.
type held struct {
	precision npz.Precision // of the weights
	whole     *Encoder      // none of whose layers were tuned or made faster
}

// Hold returns the encoder with its weights rounded to a precision, in which models that read it will hold it. It is
// another encoder, with an identity of its own. It takes memory for the embeddings of all subwords, and does not need the
// folder, or e, afterwards.
func (e *Encoder) Hold(p npz.Precision) (*Encoder, error) {
	files := map[string][]byte{}
	for _, name := range tokenizerFiles {
		text, err := e.files(name)
		switch {
		case err == nil:
			files[name] = text
		case !errors.Is(err, fs.ErrNotExist):
			return nil, fmt.Errorf("%w: %w", ErrEncoder, err)
		}
	}
	own := e.copied(0, p, false)
	own.files, own.folder, own.kept, own.held = inMemory(files), nil, nil, &held{p, own}
	own.subwords = table{rows: p.NewRows(e.Vocabulary, e.Embeddings, func(dst []float32, row int) { e.subwords.row(dst, int32(row)) })}
	own.becomes("in " + string(p))
	return own, nil
}

// inMemory returns files by their names.
func inMemory(files map[string][]byte) subword.Files {
	return func(name string) ([]byte, error) {
		if text, there := files[name]; there {
			return text, nil
		}
		return nil, fs.ErrNotExist
	}
}

// heldEntry returns the beginning of the names of entries in which a file holds an encoder. They are the same for all
// models of a file that read it.
func heldEntry(id Identity) string { return "encoder/" + id.SHA256 + "/" }

const heldPrecision, heldSubwords, keptSubwords = "precision", "subwords", "kept"

// Held returns what a model file has to have of the encoder: all, if it comes from Hold, or from such a file; else, of one
// whose subwords were trimmed, which are left.
func (e *Encoder) Held() (entries []npz.Entry) {
	prefix := heldEntry(e.Identity)
	switch {
	case e.kept != nil:
		return []npz.Entry{{Name: prefix + keptSubwords, Data: e.kept, Deflate: true}}
	case e.held == nil:
		return nil
	}
	entries = append(entries, npz.Text(prefix+heldPrecision, string(e.held.precision)))
	for _, name := range tokenizerFiles {
		if text, err := e.files(name); err == nil {
			entries = append(entries, npz.Text(prefix+name, text))
		}
	}
	whole := e.held.whole
	for _, p := range whole.parts(0) {
		entries = append(entries, e.held.precision.Entries(prefix+p.name, p.numbers(), p.rows, p.cols)...)
	}
	return append(entries, whole.subwords.rows.Entries(prefix+heldSubwords)...)
}

// isHeld reports whether a model file, unless it is nil, holds an encoder.
func isHeld(arrays *npz.Arrays, id Identity) bool {
	return arrays != nil && arrays.Has(heldEntry(id)+heldPrecision)
}

// openHeld opens an encoder that a model file holds.
func openHeld(arrays *npz.Arrays, id Identity) (*Encoder, error) {
	prefix := heldEntry(id)
	precision, err := npz.Array[byte](arrays, prefix+heldPrecision)
	if err != nil {
		return nil, err
	}
	if !slices.Contains(npz.Precisions(), string(precision)) {
		return nil, fmt.Errorf("%w: no precision %q", npz.ErrFile, precision)
	}
	files := map[string][]byte{}
	for _, name := range tokenizerFiles {
		if arrays.Has(prefix + name) {
			if files[name], err = npz.Array[byte](arrays, prefix+name); err != nil {
				return nil, err
			}
		}
	}
	c, err := parseConfig(files[configFile])
	if err != nil {
		return nil, err
	}
	e := c.blank()
	e.Identity, e.files, e.held = id, inMemory(files), &held{npz.Precision(precision), e}
	if err := e.readTokenizer(); err != nil {
		return nil, err
	}
	if err := e.readParts(arrays, prefix, 0); err != nil {
		return nil, err
	}
	e.subwords.rows, err = arrays.Rows(prefix+heldSubwords, c.Vocabulary, c.Embeddings)
	return e, err
}
