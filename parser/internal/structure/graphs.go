package structure

import (
	"fmt"
	"slices"
	"strings"

	"parser/conll"
	"parser/conll/textfile"
	"parser/eval"
	"parser/eval/smatch"
	"parser/oracle"
	"parser/parser/amr"
	"parser/parser/internal/decode"
	"parser/parser/internal/graphs/align"
	"parser/parser/internal/view"
	"parser/parser/treebank"
	"parser/transition"
	"parser/transition/graph"
)

// MaxGraphWords is how many words a sentence may have for a graph to be built of it, since memory and time grow with
// their number. No sentence of a treebank of graphs comes near the limit.
const MaxGraphWords = 1000

var graphStructure = Structure{
	Kind: transition.Graphs, Title: "Graphs of meaning", Item: "graph", Model: "a model of graphs", Suffix: "-amr", Latest: "latest-amr",
	About: "graphs of meaning, from Abstract Meaning Representation in PENMAN\n    notation (train.amr)", Notation: "graphs in PENMAN notation",
	Extensions: packed(".amr"), Form: textfile.Graphs, Inputs: []string{textfile.Graphs}, Outputs: []string{Penman, JSON},
	Metrics: []Metric{
		{"precision", "", func(s *treebank.Scores) float64 { return s.Precision }},
		{"recall", "", func(s *treebank.Scores) float64 { return s.Recall }},
		{"Smatch", "Smatch", func(s *treebank.Scores) float64 { return s.Smatch }},
	},
	Losses: []string{UsualLoss, ExactLoss, NaiveCodeLoss}, Options: []string{"reentrance", "wikify", "base", "trees", "dev-trees"},
	Defaults: Defaults{
		Scorer: "linear", Learner: "arow", Oracle: "expert", Algorithm: "dagger", Epochs: 10, Alpha: 1, AllFeatures: true,
		Tuning: map[string]map[string]any{ // of AROW as in Goodman et al. (2016)
			"perceptron": {"margin": 130.0}, "arow": {"margin": 0.0, "r": 1000.0},
		},
	},
	Refuses: map[string]string{
		"confidence": "is about heads, which a model of graphs does not set",
		"nbest":      "cannot be used with a model of graphs: no beam looks for several",
		"offsets":    "cannot be used with a model of graphs: it says nothing of words",
	},
	Holds: Graph, NeedsHeads: true, MaxWords: MaxGraphWords,
	View: view.Graphs{},
	codec: func(e *Encoding, _, _ string) (Codec, error) {
		return &graphs{common: common{Encoding: *e}, aligner: align.New()}, nil
	},
}

// Labels that are neither concepts nor roles, or that stand for all of op1, op2, …. No concept begins with "=".
const (
	wordSign    = "=word"
	lemmaSign   = "=lemma"
	verbSign    = "=lemma-01"
	forwardSign = "=name"
	unknownRole = "UNKNOWN"
	multi       = "multi-sentence"
	opRole      = "opN"
	sntRole     = "sntN"
)

// signs are the labels that every parser of graphs has.
var signs = []string{wordSign, lemmaSign, verbSign, forwardSign, unknownRole, multi, opRole, sntRole, "name", "wiki", "-"}

// graphs is the Codec of graphs. The words of a sentence must have heads.
type graphs struct {
	common
	aligner *align.Aligner
	numbers numbers // of labels
	signs   graph.Signs
	lemmas  numbers
	links   map[string]string
}

// Bank implements Codec. Sentences and graphs are pairs.
func (e *graphs) Bank(d treebank.Data) *Bank {
	b := &Bank{Data: d, Scorable: len(d.Graphs) > 0, useless: "graphs none can be used"}
	for i, g := range d.Graphs {
		s := d.Sentences[i]
		a := annotation{Graph: g}
		if err := g.Check(); err != nil {
			a.Err = fmt.Errorf("%s:%d: %w", g.File, g.Line, err)
		} else {
			a.Align = e.aligner.Align(e.ground(nil, e.lookup.Words(s.Words)), g)
		}
		b.Words, b.Gold = append(b.Words, s.Words), append(b.Gold, a)
	}
	b.Params = transition.Params{Reentrance: e.Reentrance, Wikify: e.Wikify}
	return b
}

func (e *graphs) Seen(dst, words []conll.Word) []conll.Word {
	return e.ground(dst, e.lookup.Words(words))
}

// ForBase implements Codec: graphs are made of the heads of the item.
func (e *graphs) ForBase(it *treebank.Item) *treebank.Item { return it }

func (e *graphs) SetLabels(labels []string) error {
	e.labels, e.numbers = labels, numbered(labels)
	number := e.numbers.of
	e.signs = graph.Signs{
		Word: number(wordSign), Lemma: number(lemmaSign), Verb: number(verbSign), Unknown: number(unknownRole), Name: number("name"),
		Wiki: number("wiki"), Forward: number(forwardSign), Minus: number("-"), Multi: number(multi), Snt: number(sntRole),
	}
	for _, l := range labels {
		direct, _ := amr.Direct(l)
		if e.signs.Direct = append(e.signs.Direct, graph.None); direct != l {
			e.signs.Direct[len(e.signs.Direct)-1] = number(direct)
		}
	}
	for _, sign := range signs {
		if number(sign) == graph.None {
			return fmt.Errorf("no label %q, which every parser of graphs has", sign)
		}
	}
	return nil
}

// addLabels adds the labels of a graph, and those that every parser of graphs has.
func addLabels(labels map[string]bool, g *amr.Graph) {
	for _, n := range g.Nodes {
		labels[amr.Unquote(n.Concept)] = true
	}
	for _, e := range g.Edges {
		labels[role(e.Role)] = true
		if direct, inverted := amr.Direct(e.Role); inverted {
			labels[role(direct)] = true
		}
	}
	for _, sign := range signs {
		labels[sign] = true
	}
}

func (e *graphs) SetLexicon(l *decode.Lexicon) { e.lemmas, e.links = numbered(l.Lemmas), l.Links }

// Given implements Codec. Words with heads that close a cycle become roots.
func (e *graphs) Given(words []conll.Word) *graph.Sentence {
	joins := [3]int32{e.signs.Multi, e.signs.Multi, e.signs.Multi}
	s := &graph.Sentence{Signs: &e.signs, Heads: []int32{0}, Keys: []int32{graph.None}, Forms: [][3]int32{joins}}
	extra := map[string]int32{}
	number := func(text string) int32 {
		n, ok := e.numbers[text]
		if !ok {
			if n, ok = extra[text]; !ok {
				n = int32(len(e.labels) + len(s.Extra))
				extra[text], s.Extra = n, append(s.Extra, text)
			}
		}
		return n
	}
	for i := range words {
		w := &words[i]
		form, lemma := w.Form, lemmaOf(w)
		s.Keys = append(s.Keys, e.lemmas.of(lemma))
		if isNumber(form) || !conll.Filled(w.Lemma) {
			lemma = strings.ToLower(form)
		}
		if isNumber(form) {
			form = strings.ReplaceAll(form, ",", "")
		}
		s.Forms = append(s.Forms, [3]int32{number(form), number(lemma), number(lemma + "-01")})
		head := int32(0)
		if w.Head > 0 && w.Head <= len(words) {
			head = int32(w.Head)
		}
		s.Heads = append(s.Heads, head)
	}
	uncycle(s.Heads)
	return s
}

// uncycle makes of each cycle of heads a tree below its first word, which becomes a root.
func uncycle(heads []int32) {
	seen := make([]int, len(heads)) // the walk that has come by
	for w := 1; w < len(heads); w++ {
		at := int32(w)
		for at != 0 && seen[at] == 0 {
			seen[at] = w
			at = heads[at]
		}
		if at != 0 && seen[at] == w {
			heads[at] = 0
		}
	}
}

// name returns the text of a label in a sentence.
func (e *graphs) name(s *graph.Sentence, label int32) string {
	switch {
	case label < 0:
		return unknownRole
	case int(label) < len(e.labels):
		return e.labels[label]
	}
	return s.Extra[int(label)-len(e.labels)]
}

var numberedRole = textfile.Pattern(`^(op|snt)[0-9]+$`)

// role returns a role as it is learned: op1, op2, … and snt1, snt2, … are all one.
func role(text string) string { return numberedRole().ReplaceAllString(text, "${1}N") }

// inverse returns the role of an arc that is turned around.
func inverse(role string) string {
	if direct, inverted := amr.Direct(role); inverted {
		return direct
	}
	return role + "-of"
}

// meaning numbers the labels of a gold graph over words as they are seen.
func (e *graphs) meaning(a *annotation, words []conll.Word) *oracle.Meaning {
	m := &oracle.Meaning{Given: e.Given(words), Align: []int32{graph.None}}
	if amr.Unquote(a.Graph.Nodes[a.Graph.Root].Concept) == multi {
		m.Align[0] = int32(a.Graph.Root)
	}
	number := func(text string) int32 {
		n := e.numbers.of(text)
		if i := slices.Index(m.Given.Extra, text); n == graph.None && i >= 0 {
			n = int32(len(e.labels) + i)
		}
		return n
	}
	for _, n := range a.Graph.Nodes {
		m.Labels = append(m.Labels, number(amr.Unquote(n.Concept)))
	}
	seen, above := map[[2]int]bool{}, slices.Repeat([]int{align.None}, len(a.Graph.Nodes))
	for _, edge := range a.Graph.Edges {
		if edge.Defines {
			above[edge.To] = edge.From
		}
		for x := above[edge.From]; x != align.None && !edge.Defines; x = above[x] {
			if x == edge.To { // the tree has no cycles: it says that ARG0 is above, by ARG0-of
				edge.From, edge.To, edge.Role = edge.To, edge.From, inverse(edge.Role)
				break
			}
		}
		if pair := [...]int{edge.From, edge.To}; edge.From != edge.To && !seen[pair] {
			seen[pair] = true
			m.Arcs = append(m.Arcs, graph.Arc{Head: int32(edge.From), Dep: int32(edge.To), Role: number(role(edge.Role)), Linked: true})
		}
	}
	for _, node := range a.Align {
		m.Align = append(m.Align, int32(node))
	}
	for _, l := range linksOf(a.Graph) {
		if l.to == l.name { // it is spelled as the name beside it
			m.Labels[l.node] = e.signs.Forward
		}
	}
	return m.Ready()
}

// Scores implements Codec: Smatch, of each pair as good as a short search finds it.
func (e *graphs) Scores(gold, system treebank.Data) (treebank.Scores, error) {
	var total eval.Counts
	for i, g := range gold.Graphs {
		total.Add(smatch.Match(g.Triples(), system.Graphs[i].Triples(), smatch.Options{Steps: scoringSteps}).Counts)
	}
	return treebank.Scores{
		Smatch:    float64(total.F1()),
		Precision: float64(eval.PercentOrZero(total.Right, total.System)),
		Recall:    float64(eval.PercentOrZero(total.Right, total.Gold)),
	}, nil
}

// scoringSteps bounds the search for the best mapping of a pair of graphs after each epoch.
const scoringSteps = 1_000_000

// link is where a gold graph says to what a named node is linked.
type link struct {
	concept string // of the node
	name    string // the parts of its name, with underscores
	node    int    // the constant
	to      string // its text
}

// linksOf returns the links of a graph, of nodes with a name.
func linksOf(g *amr.Graph) (links []link) {
	names, below := map[int]int{}, map[int][]string{} // of a node; of a name the parts
	for _, e := range g.Edges {
		if e.Role == "name" {
			names[e.From] = e.To
		} else if role(e.Role) == opRole {
			below[e.From] = append(below[e.From], amr.Unquote(g.Nodes[e.To].Concept))
		}
	}
	for _, e := range g.Edges {
		if name, ok := names[e.From]; ok && e.Role == "wiki" {
			links = append(links, link{g.Nodes[e.From].Concept, strings.Join(below[name], "_"), e.To, amr.Unquote(g.Nodes[e.To].Concept)})
		}
	}
	return links
}

// known returns the links that graphs have for a concept with a name, for the lexicon. The last one counts.
func known(graphs []*amr.Graph) map[string]string {
	links := map[string]string{}
	for _, g := range graphs {
		for _, l := range linksOf(g) {
			links[l.concept+" "+l.name] = l.to
		}
	}
	return links
}

// link writes the link that the lexicon has for a named node, if any, as its first child, whatever the moves were.
func (a *assembler) link(node int32, place int) bool {
	if len(a.e.links) == 0 {
		return false
	}
	to, ok := a.e.links[a.e.name(a.g.Sentence, a.g.Nodes[node].Label)+" "+a.spelledName(node)]
	if !ok {
		return false
	}
	if to != "-" {
		to = amr.Quote(to)
	}
	a.out.Nodes = append(a.out.Nodes, amr.Node{Concept: to})
	a.out.Edges = append(a.out.Edges, amr.Edge{From: place, To: len(a.out.Nodes) - 1, Role: "wiki", Defines: true})
	return true
}
