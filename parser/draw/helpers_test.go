package draw_test

import (
	"bytes"
	"errors"
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser/draw"
	"parser/ptb"
)

var update = flag.Bool("update", false, "write the golden files from what is seen")

// golden compares what was drawn with a file of testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err, "go test . -update writes it")
	require.Equal(t, string(want), got)
}

// drawn returns what a method of a picture writes.
func drawn(t testing.TB, method func(w *bytes.Buffer) error) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, method(&b))
	return b.String()
}

// sentence reads a sentence of lines "form tag head label"; a form of "1-2 don't" begins a
// multiword token.
func sentence(t testing.TB, lines string) *conll.Sentence {
	t.Helper()
	var b strings.Builder
	n := 0
	for line := range strings.Lines(strings.TrimSpace(lines)) {
		field := strings.Fields(line)
		if len(field) == 2 {
			b.WriteString(field[0] + "\t" + field[1] + strings.Repeat("\t_", 8) + "\n")
			continue
		}
		require.Len(t, field, 4, line)
		n++
		b.WriteString(strings.Join([]string{string(rune('0' + n)), field[0], "_", field[1], "_", "_", field[2], field[3], "_", "_"}, "\t") + "\n")
	}
	s, err := conll.NewReader(strings.NewReader(b.String()+"\n"), "test").Read()
	require.NoError(t, err)
	return s
}

// tree reads a tree in brackets.
func tree(t testing.TB, text string) *ptb.Tree {
	t.Helper()
	r, err := ptb.NewReader(strings.NewReader(text), "test").Read()
	require.NoError(t, err)
	return r
}

// pictures returns a picture of every kind, by name.
func pictures(t testing.TB) map[string]*draw.Picture {
	read := draw.Sentence(sentence(t, `
		They PRON 3 nsubj
		often ADV 3 advmod
		read VERB 0 root
		long ADJ 5 amod
		books NOUN 3 obj
		about ADP 7 case
		trees NOUN 5 nmod
		. PUNCT 3 punct`))
	read.Title = "reading"
	tokens := draw.Sentence(sentence(t, `
		I PRON 4 nsubj
		2-3 don’t
		do AUX 4 aux
		n’t PART 4 advmod
		mind VERB 0 root`))
	crossing := draw.Sentence(sentence(t, `
		A DET 2 det
		hearing NOUN 4 nsubj:pass
		is AUX 4 aux:pass
		scheduled VERB 0 root
		on ADP 7 case
		the DET 7 det
		issue NOUN 2 nmod
		today NOUN 4 obl:tmod`))
	arabic := draw.Sentence(sentence(t, `
		يقرأ VERB 0 root
		الطلاب NOUN 1 nsubj
		٣ NUM 4 nummod
		كتب NOUN 1 obj
		. PUNCT 1 punct`))
	wide := draw.Sentence(sentence(t, `
		猫 NOUN 5 nsubj
		が ADP 1 case
		魚 NOUN 5 obj
		を ADP 3 case
		食べた VERB 0 root
		👩‍👩‍👧 SYM 5 discourse
		é X 5 dep`))
	compared := draw.Sentence(sentence(t, `
		We PRON 2 nsubj
		saw VERB 0 root
		her PRON 2 obj
		duck NOUN 3 dep
		today ADV 2 advmod`))
	compared.Compares = true
	compared.Arcs[2].Mark, compared.Arcs[3].Mark = draw.GoldOnly, draw.GoldOnly
	compared.Arcs = append(compared.Arcs, draw.Arc{Head: 4, Dep: 3, Label: "nmod:poss", Mark: draw.SystemOnly},
		draw.Arc{Head: 2, Dep: 4, Label: "obj", Mark: draw.SystemOnly})
	unfinished := &draw.Picture{
		Words: []draw.Word{{Form: "The", State: draw.Done}, {Form: "sun", State: draw.OnStack}, {Form: "rises", State: draw.InBuffer}},
		Arcs:  []draw.Arc{{Head: 2, Dep: 1, Label: "det", Mark: draw.New}},
	}
	constituents := draw.Tree(tree(t, "(ROOT (S (NP-SBJ (PRP They)) (ADVP (RB often)) (VP (VBP read) (NP (NP (JJ long) (NNS books)) (PP (IN about) (NP (NNS trees))))) (. .)))"))
	comparedTrees := draw.Tree(tree(t, "(S (NP (PRP We)) (VP (VBD saw) (NP (PRP$ her) (NN duck)) (NP (NN today))))"))
	system := draw.Tree(tree(t, "(S (NP (PRP We)) (VP (VBD saw) (S (NP (PRP her)) (VP (VB duck) (NP (NN today))))))"))
	comparedTrees.Compares, comparedTrees.Below = true, system.Trees
	comparedTrees.Trees[0].Children[1].Children[1].Mark = draw.GoldOnly
	comparedTrees.Below[0].Children[1].Children[1].Mark = draw.SystemOnly
	open := draw.Tree(tree(t, "(S (NP (DT The) (NN sun)) (VP (VBZ rises) (ADVP (RB early))))"))
	open.Trees[0].Open, open.Trees[0].Children[1].Open = true, true
	open.Trees[0].Children[1].Mark = draw.New
	open.Trees[0].Children[1].Children = open.Trees[0].Children[1].Children[:1]
	open.Words[3].State = draw.InBuffer
	special := draw.Sentence(sentence(t, `
		% & 2 a_b
		{[x]},=\ "q" 0 #$^~
		<|>`+"`"+`'- ''-- 2 \&`))
	graph := draw.Graph(penman(t, wantsToSell))
	comparedGraphs, err := draw.CompareGraphs(penman(t, wantsToSell), penman(t, sells))
	require.NoError(t, err)
	return map[string]*draw.Picture{
		"graph": graph, "compared-graphs": comparedGraphs, "unfinished-graph": unfinishedGraph(),
		"arcs": read, "tokens": tokens, "crossing": crossing, "arabic": arabic, "wide": wide, "compared": compared, "unfinished": unfinished,
		"trees": constituents, "compared-trees": comparedTrees, "open": open, "special": special,
	}
}

// randomPicture returns a picture of anything that may be in one.
func randomPicture(r *rand.Rand) *draw.Picture {
	texts := []string{"", "a", "NP", "%&_#${}\\~^[]=,\"'`|<>-", "猫", "كتب", "e\u0301", "👩‍👩‍👧", "\x00\x1b[1m", "\u202e", "a b", "\xff", "\n", strings.Repeat("long", 40)}
	text := func() string { return texts[r.IntN(len(texts))] }
	p := &draw.Picture{Title: text(), Compares: r.IntN(2) == 0, Words: make([]draw.Word, r.IntN(12))}
	n := len(p.Words)
	for i := range p.Words {
		p.Words[i] = draw.Word{Form: text(), Tag: text(), State: draw.State(r.IntN(4))}
	}
	for range r.IntN(2*n + 1) {
		if a := (draw.Arc{Head: r.IntN(n + 1), Dep: 1 + r.IntN(n), Label: text(), Mark: draw.Mark(r.IntN(4))}); a.Head != a.Dep {
			p.Arcs = append(p.Arcs, a)
		}
	}
	for first := 1; first <= n && r.IntN(2) == 0; first = p.Tokens[len(p.Tokens)-1].Last + 1 {
		p.Tokens = append(p.Tokens, draw.Token{First: first, Last: first + r.IntN(n-first+1), Form: text()})
	}
	if r.IntN(2) == 0 {
		return p
	}
	for _, side := range []*[]*draw.Node{&p.Trees, &p.Below} {
		order := r.Perm(n)
		var nodes []*draw.Node
		for _, w := range order[:r.IntN(n+1)] {
			nodes = append(nodes, &draw.Node{Label: text(), Word: w + 1, Mark: draw.Mark(r.IntN(4))})
		}
		for range r.IntN(8) {
			from := r.IntN(len(nodes) + 1)
			to := from + r.IntN(len(nodes)-from+1)
			n := &draw.Node{Label: text(), Children: append([]*draw.Node(nil), nodes[from:to]...), Mark: draw.Mark(r.IntN(4)), Open: r.IntN(3) == 0}
			nodes = append(append(append([]*draw.Node(nil), nodes[:from]...), n), nodes[to:]...)
		}
		*side = nodes
	}
	return p
}

// full is a writer whose disk is full.
type full struct{}

var errFull = errors.New("full")

func (full) Write([]byte) (int, error) { return 0, errFull }
