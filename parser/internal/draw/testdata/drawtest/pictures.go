package drawtest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/internal/draw"
)

// Pictures returns a picture of every kind, by name.
func Pictures(t testing.TB) map[string]*draw.Picture {
	read := draw.Sentence(Sentence(t, `
		They PRON 3 nsubj
		often ADV 3 advmod
		read VERB 0 root
		long ADJ 5 amod
		books NOUN 3 obj
		about ADP 7 case
		trees NOUN 5 nmod
		. PUNCT 3 punct`))
	read.Title = "reading"
	tokens := draw.Sentence(Sentence(t, `
		I PRON 4 nsubj
		2-3 don’t
		do AUX 4 aux
		n’t PART 4 advmod
		mind VERB 0 root`))
	crossing := draw.Sentence(Sentence(t, `
		A DET 2 det
		hearing NOUN 4 nsubj:pass
		is AUX 4 aux:pass
		scheduled VERB 0 root
		on ADP 7 case
		the DET 7 det
		issue NOUN 2 nmod
		today NOUN 4 obl:tmod`))
	arabic := draw.Sentence(Sentence(t, `
		يقرأ VERB 0 root
		الطلاب NOUN 1 nsubj
		٣ NUM 4 nummod
		كتب NOUN 1 obj
		. PUNCT 1 punct`))
	wide := draw.Sentence(Sentence(t, `
		猫 NOUN 5 nsubj
		が ADP 1 case
		魚 NOUN 5 obj
		を ADP 3 case
		食べた VERB 0 root
		👩‍👩‍👧 SYM 5 discourse
		é X 5 dep`))
	compared := draw.Sentence(Sentence(t, `
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
	constituents := draw.Tree(Tree(t, "(ROOT (S (NP-SBJ (PRP They)) (ADVP (RB often)) (VP (VBP read) (NP (NP (JJ long) (NNS books)) "+
		"(PP (IN about) (NP (NNS trees))))) (. .)))"))
	comparedTrees := draw.Tree(Tree(t, "(S (NP (PRP We)) (VP (VBD saw) (NP (PRP$ her) (NN duck)) (NP (NN today))))"))
	system := draw.Tree(Tree(t, "(S (NP (PRP We)) (VP (VBD saw) (S (NP (PRP her)) (VP (VB duck) (NP (NN today))))))"))
	comparedTrees.Compares, comparedTrees.Below = true, system.Trees
	comparedTrees.Trees[0].Children[1].Children[1].Mark = draw.GoldOnly
	comparedTrees.Below[0].Children[1].Children[1].Mark = draw.SystemOnly
	open := draw.Tree(Tree(t, "(S (NP (DT The) (NN sun)) (VP (VBZ rises) (ADVP (RB early))))"))
	open.Trees[0].Open, open.Trees[0].Children[1].Open = true, true
	open.Trees[0].Children[1].Mark, open.Words[3].State = draw.New, draw.InBuffer
	open.Trees[0].Children[1].Children = open.Trees[0].Children[1].Children[:1]
	found, foundTrees := foundIn(t)
	special := draw.Sentence(Sentence(t, `
		% & 2 a_b
		{[x]},=\ "q" 0 #$^~
		<|>`+"`"+`'- ''-- 2 \&`))
	graph := draw.Graph(Graph(t, wantsToSell))
	comparedGraphs, err := draw.CompareGraphs(Graph(t, wantsToSell), Graph(t, sells))
	require.NoError(t, err)
	return map[string]*draw.Picture{
		"enhanced": draw.Sentence(Enhanced(t)), "found": found, "found-trees": foundTrees,
		"graph": graph, "compared-graphs": comparedGraphs, "unfinished-graph": unfinishedGraph(),
		"arcs": read, "tokens": tokens, "crossing": crossing, "arabic": arabic, "wide": wide, "compared": compared, "unfinished": unfinished,
		"trees": constituents, "compared-trees": comparedTrees, "open": open, "special": special,
	}
}

// foundIn returns a graph and a tree in which something was found.
func foundIn(t testing.TB) (arcs, trees *draw.Picture) {
	arcs = draw.Sentence(Enhanced(t))
	for i := range arcs.Words[:3] {
		arcs.Words[i].Mark = draw.Found
	}
	arcs.Arcs[0].Mark, arcs.Arcs[len(arcs.Arcs)-1].Mark = draw.Found, draw.Found
	trees = draw.Tree(Tree(t, "(S (NP (PRP They)) (VP (VBP read) (NP (JJ long) (NNS books))))"))
	np := trees.Trees[0].Children[1].Children[1]
	np.Mark, np.Children[1].Mark, trees.Words[0].Mark = draw.Found, draw.Found, draw.Found
	return arcs, trees
}

// Two graphs of a sentence. The second has errors: the root, a concept, a role, a name, and the place
// of some nodes.
const (
	wantsToSell = `
# ::id sale
# ::snt The old captain wants to sell the boat quickly in Rome.
(w / want-01
      :ARG0 (p / person
            :ARG0-of (h / have-org-role-91
                  :ARG2 (c / captain))
            :mod (o / old))
      :ARG1 (s / sell-01
            :ARG0 p
            :ARG1 (b / boat)
            :manner (q / quick)
            :location (c2 / city
                  :name (n / name
                        :op1 "Rome"))))`
	sells = `
# ::snt The old captain wants to sell the boat quickly in Rome.
(s / sell-01
      :ARG0 (p / captain
            :mod (o / old))
      :ARG1 (b / ship)
      :mod (q / quick)
      :location (c2 / city
            :name (n / name
                  :op1 "Roma"
                  :op2 "Antica"))
      :ARG1-of (w / want-01
            :ARG0 p))`
)

// unfinishedGraph returns a graph in the middle of a parse.
func unfinishedGraph() *draw.Picture {
	return &draw.Picture{
		Title: "step 7",
		Vertices: []draw.Vertex{{Label: "reads", State: draw.OnStack, Var: "s"}, {Label: "person", State: draw.Done}, {Label: "long", State: draw.InBuffer},
			{Label: "books", Mark: draw.New, Since: 7}, {Label: "-", Constant: true}, {Label: "alone"}},
		Edges: []draw.Edge{{From: 1, To: 2, Role: "ARG0"}, {From: 1, To: 4, Role: "obj", Mark: draw.New, Since: 7}, {From: 4, To: 3, Role: "amod"},
			{From: 3, To: 2, Role: "", Again: true, Mark: draw.New}, {From: 1, To: 5, Role: "polarity"}, {From: 2, To: 2, Role: "ARG1", Again: true}},
	}
}
