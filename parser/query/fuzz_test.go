package query_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser/query"
	"parser/ptb"
	"parser/ptb/heads"
)

// seeds adds the patterns of files of testdata.
func seeds(f *testing.F, names ...string) {
	for _, name := range names {
		text, err := os.ReadFile(name)
		require.NoError(f, err)
		for line := range strings.Lines(string(text)) {
			if line[0] != '\t' && line[0] != '#' {
				f.Add(strings.TrimSpace(line))
			}
		}
	}
}

// mostMatches bounds how long a pattern is tried: one of n nodes can match in as many ways as there are n words.
const mostMatches = 100

// refused checks that an error names a column of the pattern.
func refused(t *testing.T, pattern string, err error) bool {
	if err == nil {
		return false
	}
	var wrong *query.Error
	require.True(t, errors.As(err, &wrong))
	require.Positive(t, wrong.Column)
	require.LessOrEqual(t, wrong.Column, len([]rune(pattern))+1)
	return true
}

// FuzzSemgrex: a pattern is refused, or finds words of the sentence.
func FuzzSemgrex(f *testing.F) {
	seeds(f, "testdata/semgrex.txt", "testdata/bad_semgrex.txt")
	all, err := conll.ReadFile("testdata/sentence.conllu")
	require.NoError(f, err)
	s := all[0]
	s.Words = s.Words[:5] // fewer ways
	for i := range s.Words {
		s.Words[i].Head = min(s.Words[i].Head, len(s.Words))
	}
	f.Fuzz(func(t *testing.T, pattern string) {
		p, err := query.ParseSemgrex(pattern)
		if refused(t, pattern, err) || strings.Count(pattern, "{") > 5 {
			return
		}
		count := 0
		for m := range p.Search(false)(s) {
			require.LessOrEqual(t, m.Node.Last, len(s.Words))
			if count++; count == mostMatches {
				break
			}
		}
	})
}

// FuzzTregex: a pattern is refused, or finds nodes of the tree.
func FuzzTregex(f *testing.F) {
	seeds(f, "testdata/tregex.txt", "testdata/bad_tregex.txt")
	tree := &ptb.Tree{Label: "S", Children: []*ptb.Tree{{Label: "NP", Word: "gulls"}, {Label: "VP", Word: "cry"}}}
	rules, err := heads.Load("collins")
	require.NoError(f, err)
	f.Fuzz(func(t *testing.T, pattern string) {
		p, err := query.ParseTregex(pattern)
		if refused(t, pattern, err) || strings.Count(pattern, "_")+strings.Count(pattern, "/") > 10 {
			return
		}
		count := 0
		for m := range p.Search(rules)(tree) {
			require.LessOrEqual(t, m.Node.Last, 2)
			if count++; count == mostMatches {
				break
			}
		}
	})
}

// FuzzEdits: edits are refused, or the sentence is valid afterwards, or as it was.
func FuzzEdits(f *testing.F) {
	for _, edits := range []string{
		"relabelNamedEdge -edge e -reln obl", "reattachNamedEdge -edge e -gov b", "removeNamedEdge -edge e; addEdge -gov b -dep a -reln obj",
		"removeEdge -dep b", "removeEdge\x01", "setRoots b\nremoveEdge -gov a -dep b -reln det",
		`editNode -node a -lemma "a b" -updatefeats Number=Sing -remove misc`, "deleteLeaf -node b", "removeNamedEdge -edge e; delete -node b",
		"combineMWT -node a -node b; setPhraseHead -node b -node a -headIndex 0 -reln dep", "killAllIncomingEdges -node b; killNonRooted",
		"mergeNodes -node a -node b", "splitWord -node b -exact x -exact y -headIndex 1 -reln dep -name 0=n; deleteLeaf -node n",
		"addDep -gov a -reln dep -word x -position +b; deleteLeaf -node b", "splitWord -node a -regex (.).* -regex .(.*) -headIndex 0 -reln dep",
	} {
		f.Add(edits)
	}
	p, err := query.ParseSemgrex("{}=a >=e {}=b")
	require.NoError(f, err)
	f.Fuzz(func(t *testing.T, edits string) {
		for _, enhanced := range []bool{false, true} {
			rewrite, err := p.Rewrite(edits, enhanced)
			if refused(t, edits, err) {
				return
			}
			s := bone(t)
			before := text(t, s)
			if _, err := rewrite(s); err != nil {
				require.ErrorIs(t, err, query.ErrEdits)
				require.Equal(t, before, text(t, s))
				continue
			}
			require.NoError(t, s.CheckTree(true))
			again, err := conll.NewReader(strings.NewReader(text(t, s)), "again").Read()
			require.NoError(t, err)
			_, err = again.Enhanced()
			require.NoError(t, err)
		}
	})
}
