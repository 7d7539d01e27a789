package transformer

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"parser/model/npz"
	"parser/parser/internal/transformer/internal/subword"
)

// held makes a model file hold an encoder, so that it needs no folder.
type held struct {
	precision npz.Precision     // of the weights
	files     map[string][]byte // config.json and those of the tokenizer, as they are
	whole     *Encoder          // none of whose layers were tuned or made faster
}

// OpenHeld opens the encoder in a folder like Open, and rounds its weights to a precision, in which models that read it
// will hold it. It is another encoder than the one in the folder, with an identity of its own. It takes memory for the
// embeddings of all subwords; the folder is not needed afterwards.
func OpenHeld(folder string, p npz.Precision) (*Encoder, error) {
	e, err := Open(folder, Settings{})
	if err != nil {
		return nil, err
	}
	defer e.Close()
	h := &held{precision: p, files: map[string][]byte{}}
	for _, name := range tokenizerFiles {
		text, err := subword.Folder(folder)(name)
		switch {
		case err == nil:
			h.files[name] = text
		case !errors.Is(err, fs.ErrNotExist):
			return nil, fmt.Errorf("%w: %w", ErrEncoder, err)
		}
	}
	own := e.copied(0, p, false)
	own.held, own.folder, h.whole = h, nil, own
	own.subwords = table{rows: p.NewRows(e.Vocabulary, e.Embeddings, func(dst []float32, row int) { e.subwords.row(dst, int32(row)) })}
	sum := sha256.Sum256([]byte(e.SHA256 + " in " + string(p)))
	own.SHA256 = hex.EncodeToString(sum[:])
	return own, nil
}

// heldEntry returns the beginning of the names of entries in which a file holds an encoder. They are the same for all
// models of a file that read it.
func heldEntry(id Identity) string { return "encoder/" + id.SHA256 + "/" }

const heldPrecision, heldSubwords = "precision", "subwords"

// Held returns the encoder as entries of a model file; none unless it comes from OpenHeld, or from such a file.
func (e *Encoder) Held() (entries []npz.Entry) {
	if e.held == nil {
		return nil
	}
	prefix := heldEntry(e.Identity)
	entries = append(entries, npz.Text(prefix+heldPrecision, string(e.held.precision)))
	for _, name := range tokenizerFiles {
		if text, there := e.held.files[name]; there {
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
	h := &held{precision: npz.Precision(precision), files: map[string][]byte{}}
	for _, name := range tokenizerFiles {
		if arrays.Has(prefix + name) {
			if h.files[name], err = npz.Array[byte](arrays, prefix+name); err != nil {
				return nil, err
			}
		}
	}
	c, err := parseConfig(h.files[configFile])
	if err != nil {
		return nil, err
	}
	e := c.blank()
	e.Identity, e.held, h.whole = id, h, e
	if err := e.readTokenizer(func(name string) ([]byte, error) {
		if text, there := h.files[name]; there {
			return text, nil
		}
		return nil, fs.ErrNotExist
	}); err != nil {
		return nil, err
	}
	if err := e.readParts(arrays, prefix, 0); err != nil {
		return nil, err
	}
	e.subwords.rows, err = arrays.Rows(prefix+heldSubwords, c.Vocabulary, c.Embeddings)
	return e, err
}
