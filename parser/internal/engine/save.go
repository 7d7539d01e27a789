package engine

import (
	"encoding/json"
	"io"
	"slices"

	"parser/model/npz"
	"parser/parser/internal/atomicfile"
)

// Save writes the model to a file, which is never incomplete.
func (p *Parser) Save(name string) error {
	return atomicfile.WriteFile(name, p.Write)
}

// Write writes the model to w.
func (p *Parser) Write(w io.Writer) error {
	entries, err := p.entries("")
	if err != nil {
		return err
	}
	for i := range entries {
		entries[i].Deflate = entries[i].Deflate || p.meta.Deflated
	}
	written := map[string]bool{}
	return npz.Write(w, slices.DeleteFunc(entries, func(e npz.Entry) bool { // encoders that several scorers hold
		twice := written[e.Name]
		written[e.Name] = true
		return twice
	}))
}

// entries returns the model as arrays with names that begin with prefix.
func (p *Parser) entries(prefix string) ([]npz.Entry, error) {
	if p.only != "" {
		return nil, errPart
	}
	m := p.meta
	m.Format = FormatVersion
	text, err := json.MarshalIndent(m, "", " ")
	if err != nil {
		return nil, err
	}
	entries := append([]npz.Entry{npz.Text(prefix+metaEntry, text)}, p.scorer.Entries(prefix)...)
	parts, err := p.partEntries(prefix)
	return append(entries, parts...), err
}
