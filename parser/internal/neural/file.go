package neural

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"parser/model/npz"
	"parser/parser/internal/score"
)

// headEntry holds the head. Other entries of a model file are the vocabularies, and the matrices by
// their names.
const headEntry = "network"

type head struct {
	Size
	Encoder string `json:",omitempty"` // "" for usualEncoder
	Columns []string
	Tags    []string `json:",omitempty"` // columns that are predicted
	// Together says that the file has the combinations of their values: where there are several.
	Together  bool          `json:",omitempty"`
	Precision npz.Precision `json:",omitempty"` // of the matrices, "" for half
	Tables    npz.Precision `json:",omitempty"` // … of embeddings, where it is another one
	Context   *contextHead  `json:",omitempty"` // the transformer that is read
}

// Entries loses nothing: Freeze has rounded the numbers to what is stored.
func (t *scorer) Entries(prefix string) []npz.Entry {
	h := head{Size: t.Size, Tags: t.Fields(), Together: len(t.together) > 0, Precision: t.precision, Tables: t.ofTables}
	if name := t.architecture.name(); name != usualEncoder {
		h.Encoder = name
	}
	if c := t.context; c != nil {
		h.Context = &contextHead{c.encoder.Identity, c.settings, c.tuned, c.encoder.TunedIn}
	}
	var vocabularies []npz.Entry
	for _, v := range t.vocabularies {
		h.Columns = append(h.Columns, v.name())
		if vocabularies = append(vocabularies, v.entry(prefix)); v.classes != nil {
			vocabularies = append(vocabularies, npz.Text(prefix+classesEntry, v.classes.Bytes()))
		}
	}
	for _, own := range t.tagsets {
		vocabularies = append(vocabularies, npz.Text(own.entryName(prefix), strings.Join(own.values, "\n")+"\n"))
		if own.banks != nil {
			vocabularies = append(vocabularies, npz.Text(own.banksEntry(prefix), own.banksText()))
		}
	}
	if h.Together {
		vocabularies = append(vocabularies, t.together.entry(prefix))
	}
	text, _ := json.Marshal(h) // which is numbers and strings
	entries := append([]npz.Entry{npz.Text(prefix+headEntry, text)}, vocabularies...)
	if c := t.context; c != nil {
		entries = append(entries, c.encoder.Held(c.tuned)...)
		entries = append(entries, c.encoder.Tuned(prefix+tunedEntry, c.tuned)...)
	}
	for i, m := range t.matrices() {
		entries = append(entries, t.precisionOf(i).Entries(prefix+m.name, m.all(), m.rows, m.cols)...)
	}
	return entries
}

// LoadForms implements score.WordLoader.
func (k Kind) LoadForms(arrays *npz.Arrays, prefix string) (forms []string, err error) {
	h, err := loadHead[head](arrays, prefix+headEntry)
	if err != nil || !slices.Contains(h.Columns, columns[formColumn].name) {
		return nil, err
	}
	own, err := loadVocabularies(arrays, prefix, []string{columns[formColumn].name}, &h.Size)
	if err != nil {
		return nil, err
	}
	for _, x := range own[0].values {
		forms = append(forms, x.text)
	}
	return forms, nil
}

// loadHead reads an entry in JSON.
func loadHead[T any](arrays *npz.Arrays, entry string) (h T, err error) {
	text, err := npz.Array[byte](arrays, entry)
	if err == nil {
		if err = json.Unmarshal(text, &h); err != nil {
			err = fmt.Errorf("%w: %w", npz.ErrFile, err)
		}
	}
	return h, err
}

// load reads the weights, which stay as they are stored in a table, and where prepare packs them.
func (m *matrix) load(arrays *npz.Arrays, prefix string, stored bool) (err error) {
	if m.stored, err = arrays.Rows(prefix+m.name, m.rows, m.cols); err == nil && !stored {
		m.weights, m.stored = m.all(), nil
	}
	return err
}

// load checks the size of a network against the arrays before it makes anything of that size.
func (k Kind) load(arrays *npz.Arrays, prefix string, s *score.Shape) (*network, error) {
	h, err := loadHead[head](arrays, prefix+headEntry)
	if err != nil {
		return nil, err
	}
	if err := h.Size.check(); err != nil {
		return nil, err
	}
	for _, p := range []npz.Precision{h.Precision, h.Tables} {
		if p != "" && !slices.Contains(npz.Precisions(), string(p)) {
			return nil, fmt.Errorf("%w: no precision %q", npz.ErrFile, p)
		}
	}
	a, err := k.architecture(h.Encoder, h.Size)
	if err == nil {
		_, err = viewOf(a, s.View)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", npz.ErrFile, err)
	}
	vocabularies, err := loadVocabularies(arrays, prefix, h.Columns, &h.Size)
	if err != nil {
		return nil, err
	}
	if len(vocabularies) == 0 {
		return nil, fmt.Errorf("%w: a network that sees nothing of words", npz.ErrFile)
	}
	tags, err := loadTagsets(arrays, prefix, strings.Join(h.Tags, ","))
	if err != nil {
		return nil, err
	}
	var together combinations
	if h.Together {
		if together, err = loadCombinations(arrays, prefix, tags); err != nil {
			return nil, err
		}
	}
	c, err := k.loadContext(arrays, prefix, h.Context)
	if err != nil {
		return nil, err
	}
	n := newNetwork(a, h.Size, vocabularies, tags, together, c, s)
	n.precision, n.ofTables = h.Precision, h.Tables
	for i, m := range n.matrices() {
		if err := m.load(arrays, prefix, i < len(n.tables) || m.factor || m == n.slots); err != nil {
			return nil, err
		}
	}
	n.prepare(false)
	return n, nil
}

// check refuses sizes that no file has, before anything of that size is made.
func (s *Size) check() error {
	const most = 1 << 14
	for _, n := range append(s.Embeddings[:], s.Layers, s.Units, s.Hidden) {
		if n < 0 || n > most || s.Hidden == 0 {
			return fmt.Errorf("%w: a network of size %+v", npz.ErrFile, *s)
		}
	}
	return nil
}
