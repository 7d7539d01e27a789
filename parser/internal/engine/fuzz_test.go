package engine_test

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/model/npz"
	"parser/oracle"
	"parser/parser/internal/engine"
	"parser/parser/internal/structure"
	kit "parser/parser/internal/training/parsertest"
	"parser/transition"
)

// probes are what damaged models are tried on, by the kind of their trees.
type probes struct {
	sentences []*conll.Sentence
	words     [][]conll.Word
}

// requireSound reads a model from anywhere: refused with ErrFile, or a parser
// whose parses are trees or graphs of its kind, or a tagger whose tags are its labels.
func requireSound(t *testing.T, data []byte, probes *probes) {
	p, err := engine.Read(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		require.ErrorIs(t, err, npz.ErrFile)
		return
	}
	switch p.Kind() {
	case transition.Tags:
		for _, s := range kit.Tagged(t, p, probes.sentences) {
			for i := range s.Words {
				if p.Field() != structure.Lemmas { // whose labels say how to make them
					require.Contains(t, p.Meta().Labels, *structure.Column(&s.Words[i], p.Field()))
				}
			}
		}
		return
	case transition.Constituents:
		for _, words := range probes.words {
			requireBrackets(t, p, words, kit.ParsedTree(t, p, words))
		}
		return
	case transition.Graphs:
		for _, s := range kit.Clones(probes.sentences) {
			if g, err := p.ParseGraph(s); p.Base() != nil || err == nil {
				require.NoError(t, err)
				require.NoError(t, g.Check())
			}
		}
		return
	}
	for _, s := range kit.Parses(p, probes.sentences) {
		if s.Len() > 0 {
			require.NoError(t, s.CheckTree(p.Meta().Roots == "single"))
		}
	}
}

// FuzzRead reads damaged model files.
func FuzzRead(f *testing.F) {
	for _, twoStep := range []bool{false, true} {
		f.Add(kit.File(f, kit.Tiny(f, twoStep)))
		for _, system := range oracle.Systems(transition.Constituents) {
			f.Add(kit.File(f, tinyTrees(f, system, twoStep)))
		}
	}
	tagger := kit.TinyTagger(f, "upos")
	f.Add(kit.File(f, tagger))
	bundle, err := kit.Tiny(f, false).WithTaggers(tagger, kit.TinyTagger(f, "feats"))
	require.NoError(f, err)
	f.Add(kit.File(f, bundle))
	f.Add([]byte("PK\x05\x06"))
	probes := &probes{probe(f), treeProbe(f)}
	f.Fuzz(func(t *testing.T, data []byte) { requireSound(t, data, probes) })
}

// FuzzMeta reads sound archives with damaged meta data, which FuzzRead rarely
// reaches: the archive's checksums stand in its way.
func FuzzMeta(f *testing.F) {
	p := kit.Tiny(f, false)
	for _, edit := range []func(*engine.Meta){
		func(*engine.Meta) {},
		func(m *engine.Meta) { m.Roots = "multi" },
		func(m *engine.Meta) { m.NonProjective = "head+path" },
		func(m *engine.Meta) { m.NonProjective = "keep" },
		func(m *engine.Meta) { m.Taggers = 1 },
		func(m *engine.Meta) {
			m.System, m.Field, m.Other = "tag", "upos", kit.TinyTagger(f, "upos").Meta().Other
		},
	} {
		meta := *p.Meta()
		edit(&meta)
		text, err := json.Marshal(meta)
		require.NoError(f, err)
		f.Add(text)
	}
	probes := &probes{probe(f), treeProbe(f)}
	f.Fuzz(func(t *testing.T, meta []byte) { requireSound(t, withMeta(t, p, meta), probes) })
}

// FuzzTreeMeta is FuzzMeta with the weights of one of three constituency models.
func FuzzTreeMeta(f *testing.F) {
	var all []*engine.Parser
	for i, system := range oracle.Systems(transition.Constituents) {
		p := tinyTrees(f, system, i == 1)
		all = append(all, p)
		for _, edit := range []func(*engine.Meta){
			func(*engine.Meta) {},
			func(m *engine.Meta) { m.Params.MaxOpens, m.Params.MaxUnary = 100, 100 },
			func(m *engine.Meta) { m.Params.Unary = transition.Strict },
			func(m *engine.Meta) { m.Labels = append([]string{"", " A  B "}, m.Labels[2:]...) },
		} {
			meta := *p.Meta()
			edit(&meta)
			text, err := json.Marshal(meta)
			require.NoError(f, err)
			f.Add(uint8(i), text)
		}
	}
	probes := &probes{probe(f), treeProbe(f)}
	f.Fuzz(func(t *testing.T, which uint8, meta []byte) {
		requireSound(t, withMeta(t, all[int(which)%len(all)], meta), probes)
	})
}

// TestEveryTargetIsListed: FUZZING.md has the fuzz targets of the module, each once, and no others.
func TestEveryTargetIsListed(t *testing.T) {
	target := regexp.MustCompile(`(?m)^func (Fuzz[A-Z]\w*)\(f \*testing\.F\)`)
	var there, listed []string
	require.NoError(t, filepath.WalkDir("../../..", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, "_test.go") {
			return err
		}
		text, err := os.ReadFile(name)
		for _, found := range target.FindAllSubmatch(text, -1) {
			there = append(there, filepath.ToSlash(filepath.Dir(name[len("../../../"):]))+" "+string(found[1]))
		}
		return err
	}))
	list, err := os.ReadFile("../../FUZZING.md")
	require.NoError(t, err)
	for _, row := range regexp.MustCompile("(?m)^\\| (Fuzz\\w+) \\| `(.*?)` \\| .+ \\|$").FindAllSubmatch(list, -1) {
		listed = append(listed, string(row[2])+" "+string(row[1]))
	}
	require.ElementsMatch(t, there, listed)
}
