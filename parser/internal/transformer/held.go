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
	precision npz.Precision // of the weights, and of all but the table of subwords its Factors
	whole     *Encoder      // none of whose layers were tuned or made faster
	depth     int           // how many of its layers there are, the others being tuned in all models of a file; -1 if embeddings are, too
}

// HeldPrecisions lists the precisions in which a model can hold an encoder. In int4 are the embeddings of subwords alone, and
// all else in int8.
func HeldPrecisions() []string {
	return slices.DeleteFunc(npz.Precisions(), func(p string) bool { return p == string(npz.InSingle) })
}

// Hold returns the encoder with its weights rounded to a precision, in which models that read it will hold it. It is
// another encoder, with an identity of its own. It takes memory for the embeddings of all subwords, and does not need the
// folder, or e, afterwards.
func (e *Encoder) Hold(p npz.Precision) (*Encoder, error) {
	files := map[string][]byte{}
	for _, name := range tokenizerFiles(e.has) {
		text, err := e.files(name)
		switch {
		case err == nil:
			files[name] = text
		case !errors.Is(err, fs.ErrNotExist):
			return nil, fmt.Errorf("%w: %w", ErrEncoder, err)
		}
	}
	own := e.copied(0, p.Factors(), false)
	own.files, own.folder, own.kept, own.held, own.TunedIn = inMemory(files), nil, nil, &held{p, own, e.Layers}, ""
	own.subwords = e.rounded(p)
	own.becomes("in " + string(p))
	return own, nil
}

// HeldIn returns the precision in which models hold the encoder; "" if they do not.
func (e *Encoder) HeldIn() npz.Precision {
	if e.held == nil {
		return ""
	}
	return e.held.precision
}

// Lent returns the encoder as a model has learned it, which has a digest, with an identity of its own, to be held by another
// model. One that was made faster is the encoder before that, which the model holds; the error is that it holds none.
func (e *Encoder) Lent(digest string) (*Encoder, error) {
	own := *e
	if e.Bytes {
		if e.held == nil {
			return nil, fmt.Errorf("%w: the model reads %s, and holds no encoder of its own", ErrEncoder, e.Name)
		}
		own = *e.held.whole
	}
	own.becomes("of the model " + digest)
	return &own, nil
}

// rounded returns the table of subwords in a precision, with what was tuned of it.
func (e *Encoder) rounded(p npz.Precision) table {
	return table{rows: p.NewRows(e.Vocabulary, e.Embeddings, func(dst []float32, row int) { e.subwords.row(dst, int32(row)) })}
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

// Held returns what a model file has to have of the encoder, the last layers of which were tuned, and are not in it: all
// else, if it comes from Hold, or from such a file; of one whose subwords were trimmed otherwise, which are left.
func (e *Encoder) Held(last int) (entries []npz.Entry) {
	prefix := heldEntry(e.Identity)
	switch {
	case e.kept != nil:
		return []npz.Entry{{Name: prefix + keptSubwords, Data: e.kept, Deflate: true}}
	case e.held == nil:
		return nil
	}
	entries = append(entries, npz.Text(prefix+heldPrecision, string(e.held.precision)))
	for _, name := range tokenizerFiles(e.has) {
		if text, err := e.files(name); err == nil {
			entries = append(entries, npz.Text(prefix+name, text))
		}
	}
	whole, first := e.held.whole, max(0, e.Layers-last)
	if first == 0 && len(e.subwords.tuned) == 0 {
		return entries
	}
	for _, p := range whole.parts(0) {
		if first > 0 && p.depth <= first {
			entries = append(entries, p.entries(e.held.precision.Factors(), prefix)...)
		}
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
	for _, name := range tokenizerFiles(func(name string) bool { return arrays.Has(prefix + name) }) {
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
	e.Identity, e.files, e.held = id, inMemory(files), &held{npz.Precision(precision), e, -1}
	if err := e.readTokenizer(); err != nil {
		return nil, err
	}
	for _, p := range e.parts(0) {
		if !arrays.Has(prefix+p.name) && p.depth > e.held.depth {
			break // this layer and those above are tuned
		}
		if err := p.read(arrays, prefix); err != nil {
			return nil, err
		}
		e.held.depth = p.depth
	}
	if e.held.depth >= 0 || arrays.Has(prefix+heldSubwords) {
		e.subwords.rows, err = arrays.Rows(prefix+heldSubwords, c.Vocabulary, c.Embeddings)
	}
	return e, err
}

// checkHeld returns what is wrong if the file that holds the encoder lacks a layer before the first one that was tuned, or
// the embeddings, where these were not.
func (e *Encoder) checkHeld(first int) error {
	switch {
	case e.held == nil:
		return nil
	case first > 0 && e.held.depth < first:
		return fmt.Errorf("%w: layer %d of the encoder %s is neither held nor tuned", npz.ErrFile, e.held.depth+1, e.Name)
	case e.subwords.rows == nil:
		return fmt.Errorf("%w: the encoder %s has no embeddings of subwords", npz.ErrFile, e.Name)
	}
	return nil
}
