package parser_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/model"
	"parser/parser"
)

// requireSound reads a model from anywhere: refused with ErrFile, or a parser
// whose parses are trees.
func requireSound(t *testing.T, data []byte, sentences []*conll.Sentence) {
	p, err := parser.Read(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		require.ErrorIs(t, err, model.ErrFile)
		return
	}
	for _, s := range parses(p, sentences) {
		if s.Len() > 0 {
			require.NoError(t, s.CheckTree(p.Meta().Roots == "single"))
		}
	}
}

// FuzzRead reads damaged model files.
func FuzzRead(f *testing.F) {
	for _, twoStep := range []bool{false, true} {
		f.Add(file(f, tiny(f, twoStep)))
	}
	f.Add([]byte("PK\x05\x06"))
	sentences := probe(f)
	f.Fuzz(func(t *testing.T, data []byte) { requireSound(t, data, sentences) })
}

// FuzzMeta reads sound archives with damaged meta data, which FuzzRead rarely
// reaches: the archive's checksums stand in its way.
func FuzzMeta(f *testing.F) {
	p := tiny(f, false)
	for _, edit := range []func(*parser.Meta){
		func(*parser.Meta) {},
		func(m *parser.Meta) { m.Roots = "multi" },
		func(m *parser.Meta) { m.NonProjective = "head+path" },
		func(m *parser.Meta) { m.Templates = "S0w N0w\nS0hd\ndist(S1,S0)\n" },
	} {
		meta := *p.Meta()
		edit(&meta)
		text, err := json.Marshal(meta)
		require.NoError(f, err)
		f.Add(text)
	}
	sentences := probe(f)
	f.Fuzz(func(t *testing.T, meta []byte) { requireSound(t, withMeta(t, p, meta), sentences) })
}
