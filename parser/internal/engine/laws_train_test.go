package engine_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/oracle"
	"parser/parser/internal/structure"
	kit "parser/parser/internal/training/parsertest"
	"parser/parser/treebank"
	"parser/ptb"
	"parser/transition"
)

// renaming gives names of a treebank others, by a prefix: so they stay apart and in their order, which
// matters, since labels are numbered by it, and of two that score alike the first is taken.
type renaming struct{ labels, tags string }

// tag renames one, unless it is of punctuation or of what is not there, which have a meaning in trees.
func (r renaming) tag(name string) string {
	if ptb.Punctuation(name) || name == "-NONE-" {
		return name
	}
	return r.tags + name
}

// sentences returns renamed copies. A tagger's labels are UPOS.
func (r renaming) sentences(kind transition.Kind, in []*conll.Sentence) []*conll.Sentence {
	in = kit.Clones(in)
	for _, s := range in {
		for i := range s.Words {
			w := &s.Words[i]
			if kind == transition.Tags {
				w.UPOS = r.labels + w.UPOS
				continue
			}
			w.Deprel, w.UPOS, w.XPOS = r.labels+w.Deprel, r.tags+w.UPOS, r.tag(w.XPOS)
		}
	}
	return in
}

// trees returns copies with all labels renamed, except those of the roots.
func (r renaming) trees(in []*ptb.Tree) (out []*ptb.Tree) {
	var renamed func(t *ptb.Tree) *ptb.Tree
	renamed = func(t *ptb.Tree) *ptb.Tree {
		c := &ptb.Tree{Label: r.labels + t.Label, Word: t.Word}
		switch {
		case t.Leaf():
			c.Label = r.tag(t.Label)
		case t.Label == "" || t.Label == ptb.TopLabel:
			c.Label = t.Label
		}
		for _, child := range t.Children {
			c.Children = append(c.Children, renamed(child))
		}
		return c
	}
	for _, t := range in {
		out = append(out, renamed(t))
	}
	return out
}

// output renames what outputs has printed.
func (r renaming) output(t *testing.T, kind transition.Kind, text string) string {
	switch kind {
	case transition.Constituents:
		return r.trees(kit.ReadTrees(t, text))[0].String()
	case transition.Tags:
		return regexp.MustCompile(`[^\t\n]+`).ReplaceAllString(text, r.labels+"$0")
	}
	return strings.ReplaceAll(text, " ", " "+r.labels)
}

// TestNamesAreNames: where labels, or tags, have other names in the same order, the same trees are learned
// and parsed, renamed. Graphs are left out: their labels are made of words.
func TestNamesAreNames(t *testing.T) {
	dev := kit.Sample(t, "en/dev.conllu")
	for _, system := range oracle.Systems(transition.Dependencies, transition.Constituents, transition.Tags) {
		kind, err := oracle.KindOf(system)
		require.NoError(t, err)
		for _, scorer := range []string{"linear", "neural"} {
			data, o := few(t, system, 40), quick(system, scorer, scorer == "linear")
			p := schooled(t, data, o)
			want, err := outputs(p, dev, 1)
			require.NoError(t, err)
			for _, r := range []renaming{{labels: "x"}, {tags: "Q"}} {
				q := schooled(t, treebank.Data{Sentences: r.sentences(kind, data.Sentences), Trees: r.trees(data.Trees)}, o)
				got, err := outputs(q, r.sentences(kind, dev), 1)
				require.NoError(t, err)
				for i := range want {
					require.Equal(t, r.output(t, kind, want[i]), got[i], "%s, %s, %+v: %s", system, scorer, r, conllText(dev[i:i+1]))
				}
			}
			require.Greater(t, len(slices.Compact(slices.Sorted(slices.Values(want)))), len(want)/2, "or there is nothing to be the same")
		}
	}
}

// TestWhatIsNotLearnedFrom: comments, notes, names of files, and columns that no template reads make
// no difference to what is learned.
func TestWhatIsNotLearnedFrom(t *testing.T) {
	for _, system := range oracle.Systems(transition.Dependencies, transition.Tags) {
		for _, scorer := range []string{"linear", "neural"} {
			data, o := few(t, system, 20), quick(system, scorer, false)
			p := schooled(t, data, o)
			read := p.RequiredColumns()
			changed := kit.Clones(data.Sentences)
			for i, s := range changed {
				s.ID, s.File, s.Line, s.Extras = "id", "other", i, []conll.Extra{{Text: "# text = other"}, {Before: 1, Text: "1.1\tother" + strings.Repeat("\t_", 8)}}
				for k := range s.Words {
					w := &s.Words[k]
					w.Deps, w.Misc = "_", "Other=Yes"
					for _, field := range []string{"lemma", "feats"} {
						if !slices.Contains(read, field) {
							*structure.Column(w, field) = "other"
						}
					}
				}
			}
			q := schooled(t, treebank.Data{Sentences: changed}, o)
			require.Equal(t, p.Scorer().Entries(""), q.Scorer().Entries(""), "%s, %s", system, scorer)
		}
	}
}
