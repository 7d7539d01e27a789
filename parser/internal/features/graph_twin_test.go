package features_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser/internal/features"
	"parser/transition"
	"parser/transition/graph"
)

// knownLabels is the number of labels that a parser of these tests knows.
const knownLabels = 12

// graphReading is the sentence of reading, with a hyphen and the labels of a dependency tree.
func graphReading() []conll.Word {
	words := reading()
	words[1].Form, words[9].Form, words[11].Form = "Anti-old", "Undo", "May"
	for i := range words {
		words[i].Deprel = fmt.Sprint("rel", i%5)
	}
	return words
}

// graphJourney returns configurations on random ways through graphs over random trees.
func graphJourney(seeds uint64) []*transition.Config {
	var all []*transition.Config
	for seed := range seeds {
		random, s := rand.New(rand.NewPCG(seed, 3)), transition.AMR{Reentrances: true, Links: true}
		var c transition.Config
		c.Given = randomSentence(random, len(graphReading()))
		for s.Start(&c, c.Given.Len()); ; s.Apply(&c, anyOf(random, s.Legal(&c)), random.Int32N(knownLabels)) {
			d := &transition.Config{}
			d.CopyFrom(&c)
			all = append(all, d)
			if s.Terminal(&c) {
				break
			}
		}
	}
	return all
}

func randomSentence(random *rand.Rand, n int) *graph.Sentence {
	s := &graph.Sentence{
		Signs: &graph.Signs{Word: 0, Lemma: 1, Verb: 2, Unknown: 3, Name: 4, Wiki: 5, Forward: 6, Multi: 7, Snt: 8},
		Heads: make([]int32, n+1), Keys: make([]int32, n+1), Forms: make([][3]int32, n+1),
	}
	order := random.Perm(n)
	for i, w := range order {
		s.Forms[w+1] = [3]int32{knownLabels + int32(w%3), random.Int32N(knownLabels), knownLabels + 5}
		if i > 0 && random.IntN(20) > 0 {
			s.Heads[w+1] = int32(order[max(0, i-1-random.IntN(3))] + 1)
		}
	}
	return s
}

// graphTwin is the twin of the extractor for graphs: it reads an atom's text and returns its value
// in words.
type graphTwin struct {
	words []conll.Word
	*transition.Config
	child, grandchild int32
}

var (
	graphNode = `([SN]\d|[KCD])((?:l2|r2|h|l|r|x|m|b|n)*)`
	graphAtom = regexp.MustCompile(`^` + graphNode + `(w|l|p|t|g|m|m:.+|x\d|b\d|n|c|a|d|vl|vr|sl|sr|k|y|o|e|u|h1|h2)$`)
	graphPair = regexp.MustCompile(`^(dist|gap|kin|path:.)\(` + graphNode + `,` + graphNode + `\)$`)
	graphStep = regexp.MustCompile(`l2|r2|h|l|r|x|m|b|n`)
)

// tell returns the values of a template, one for each child that it applies to.
func (t *graphTwin) tell(template string) (told []string) {
	g := t.Graph
	begins := func(letter string) bool {
		return strings.HasPrefix(template, letter) || strings.Contains(template, " "+letter) ||
			strings.Contains(template, "("+letter) || strings.Contains(template, ","+letter)
	}
	kids := func(letter string, parent, except int32) []int32 {
		switch {
		case !begins(letter):
			return []int32{graph.None}
		case parent == graph.None:
			return nil
		}
		all := slices.DeleteFunc(slices.Collect(g.Children(parent)), func(k int32) bool { return k == except })
		return all[:min(16, len(all))]
	}
	if begins("N") && g.B() == graph.None || begins("K") && g.K() == graph.None {
		return nil
	}
	for _, t.child = range kids("C", g.S(), g.B()) {
		for _, t.grandchild = range kids("D", g.K(), graph.None) {
			var values []string
			for _, atom := range strings.Fields(template) {
				values = append(values, t.atom(atom))
			}
			told = append(told, strings.Join(values, ", "))
		}
	}
	return told
}

func (t *graphTwin) atom(text string) string {
	g := t.Graph
	switch text {
	case "bias":
		return "always"
	case "ask":
		return fmt.Sprint(g.Looking, g.Second, g.B() != graph.None)
	case "turn":
		n := 0
		for i := len(t.Steps) - 1; i >= 0 && t.Steps[i].Move == transition.Further; i-- {
			n++
		}
		return fmt.Sprint(min(10, n), " before")
	case "left":
		return fmt.Sprint(min(5, len(g.Candidates)), " left")
	}
	if m := historyPattern.FindStringSubmatch(text); m != nil {
		number := int(m[1][0] - '0')
		if number <= len(t.Steps) && t.Steps[len(t.Steps)-number].Label >= knownLabels {
			return "new " + t.Steps[len(t.Steps)-number].Move.String()
		}
		return tellAction(m[1], t.Config)
	}
	if m := graphPair.FindStringSubmatch(text); m != nil {
		return t.pair(m[1], t.walk(m[2], m[3]), t.walk(m[4], m[5]))
	}
	m := graphAtom.FindStringSubmatch(text)
	if m == nil {
		panic(text)
	}
	return t.node(m[3], t.walk(m[1], m[2]))
}

func (t *graphTwin) walk(base, steps string) int32 {
	g, node := t.Graph, int32(graph.None)
	nth := func(list []int32) int32 {
		list = slices.Clone(list)
		slices.Reverse(list)
		if i, _ := strconv.Atoi(base[1:]); i < len(list) {
			return list[i]
		}
		return graph.None
	}
	switch base[0] {
	case 'S':
		node = nth(g.Stack)
	case 'N':
		node = nth(g.Buffer)
	case 'K':
		node = g.K()
	case 'C':
		node = t.child
	case 'D':
		node = t.grandchild
	}
	for _, step := range graphStep.FindAllString(steps, -1) {
		if node == graph.None {
			break
		}
		n, kids := g.Nodes[node], slices.Collect(g.Children(node))
		if step[0] == 'r' {
			slices.Reverse(kids)
		}
		kids = append(kids, graph.None, graph.None)
		switch step {
		case "h":
			node = n.Head
		case "l", "r":
			node = kids[0]
		case "l2", "r2":
			node = kids[1]
		case "x":
			node = n.Dropped
		case "m":
			node = n.Merged
		case "b":
			node = n.Word - 1
		case "n":
			if node = n.Word + 1; node > int32(len(t.words)) {
				node = 0
			}
		}
		if (step == "b" || step == "n") && n.Word == 0 {
			node = 0
		}
		if node == 0 {
			node = graph.None
		}
	}
	return node
}

func (t *graphTwin) label(label int32) string {
	if label < 0 || label >= knownLabels {
		return "unknown label"
	}
	return fmt.Sprint("label ", label)
}

func (t *graphTwin) node(attribute string, node int32) string {
	if node == graph.None {
		return "nowhere"
	}
	n := t.Graph.Nodes[node]
	left := strings.HasSuffix(attribute, "l")
	var kids, roles []int32
	for kid := range t.Graph.Children(node) {
		if k := t.Graph.Nodes[kid]; k.Word < n.Word == left {
			if kids = append(kids, kid); k.Linked && !slices.Contains(roles, k.Role&63) {
				roles = append(roles, k.Role&63)
			}
		}
	}
	slices.Sort(roles)
	switch attribute {
	case "d":
		switch {
		case n.Linked:
			return t.label(n.Role)
		case n.From == 0:
			return "inserted"
		}
		return t.words[n.From-1].Deprel
	case "o":
		if n.Word == 0 {
			return "ROOT"
		}
		return t.words[n.Word-1].Deprel
	case "y":
		if !n.Named {
			return "open"
		}
		return t.label(n.Label)
	case "k":
		return fmt.Sprint(n.Host != graph.None, n.Host != graph.None && n.Above, n.Named)
	case "vl", "vr":
		return fmt.Sprint(len(kids), " children")
	case "sl", "sr":
		return fmt.Sprint("roles ", roles)
	}
	if n.Host != graph.None && !strings.Contains("gptm", attribute[:1]) {
		return "inserted: " + t.label(n.Label)
	}
	if n.Word == 0 { // it joins several trees
		return "ROOT"
	}
	if slices.Contains([]string{"e", "u", "h1", "h2"}, attribute) {
		return tellClass(attribute, t.words[n.Word-1].Form)
	}
	return strconv.Quote(tellWord(attribute, t.words[n.Word-1]))
}

// above lists a node and its heads.
func above(node int32, head func(int32) int32) []int32 {
	all := []int32{node}
	for node > 0 && head(node) > 0 {
		node = head(node)
		all = append(all, node)
	}
	return all
}

// meeting returns how far up two lists their first common node is, or false.
func meeting(a, b []int32, most int) (up, down int, ok bool) {
	for up, node := range a {
		if down := slices.Index(b, node); down >= 0 {
			return up, down, max(up, down) <= most
		}
	}
	return 0, 0, false
}

func (t *graphTwin) pair(name string, a, b int32) string {
	if a == graph.None || b == graph.None {
		return "nowhere"
	}
	g := t.Graph
	from, to := g.Nodes[a].Word, g.Nodes[b].Word
	switch name {
	case "dist":
		return tellDistance(from, to, int32(len(t.words)))
	case "gap":
		return fmt.Sprint(to-from, " on")
	case "kin":
		head := func(x int32) int32 { return g.Nodes[x].Head }
		if up, down, ok := meeting(above(a, head), above(b, head), 7); ok {
			return fmt.Sprint(up, " up ", down, " down")
		}
		return "too far"
	}
	head := func(x int32) int32 { return g.Sentence.Heads[x] }
	ups, downs := above(from, head), above(to, head)
	up, down, ok := meeting(ups, downs, 15)
	if !ok {
		return "too far"
	}
	ask := func(word int32) string {
		if word == 0 {
			return "ROOT"
		}
		if name == "path:o" {
			return t.words[word-1].Deprel
		}
		return tellWord(name[len("path:"):], t.words[word-1])
	}
	var way []string
	for _, x := range ups[:up] {
		way = append(way, ask(x)+"<")
	}
	if name != "path:o" {
		way = append(way, ask(ups[up]))
	}
	for _, x := range slices.Backward(downs[:down]) {
		way = append(way, ">"+ask(x))
	}
	return strings.Join(way, " ")
}

// everyGraphAtom is a set with every attribute at some nodes.
func everyGraphAtom() string {
	var b strings.Builder
	b.WriteString("bias\nask\nturn\nleft\nturn left ask\na1\na2 a1\na9\na1 Kp\n")
	attributes := "w l p t g m m:Number x2 b1 n c a e u h1 h2 d o y k vl vr sl sr"
	for _, node := range strings.Fields("S0 S1 S9 S0h S0hh S0x S0m S0b S0nn S0l S0r S0l2 S0r2 S0hl N0 N1 N0x N0m N0b N0h N0r K Kh Kn " +
		"Kl Kr2 C Ch Cl Cx Cb D Dhh Dr") {
		for _, a := range strings.Fields(attributes) {
			fmt.Fprintln(&b, node+a)
		}
		for _, pair := range strings.Fields("dist gap kin path:o path:p path:l path:w path:g") {
			fmt.Fprintf(&b, "%s(%s,S0)\n%s(S2,%s)\n", pair, node, pair, node)
		}
	}
	b.WriteString("Cd N0d S0l\nDd Kp\nDl N0l S0p\ndist(C,N0) gap(C,K)\nKl N0l\n")
	return b.String()
}

// requireGraphTwins: for each template, the features of two configurations, and of two children,
// are the same if and only if everything that it asks for is.
func requireGraphTwins(t *testing.T, text string, configs []*transition.Config) {
	words, from := graphReading(), map[uint64]string{}
	for _, template := range lines(parse(t, text)) {
		x := parse(t, template).Compile()
		x.Labels = knownLabels
		var v features.Vector
		x.Prepare(&v, words)
		values := map[string]uint64{}
		for _, c := range configs {
			x.Extract(&v, c)
			told := (&graphTwin{words: words, Config: c}).tell(template)
			require.Len(t, v.Features, len(told), template)
			for i, f := range v.Features {
				if before, ok := values[told[i]]; ok {
					if before != f {
						t.Fatalf("%s: %s: %d, then %d", template, told[i], before, f)
					}
					continue
				}
				values[told[i]] = f
				if from[f] != "" {
					t.Fatalf("%s: %s has the same feature as %s", template, told[i], from[f])
				}
				from[f] = template + ": " + told[i]
			}
		}
	}
}

func TestGraphFeaturesTellWhatTheTwinTells(t *testing.T) {
	for name, every := range map[string]int{"every atom": 23, "default": 11} {
		text := everyGraphAtom()
		if name == "default" {
			text = named(t, "default", "amr").String()
		}
		var some []*transition.Config
		for i, c := range graphJourney(12) {
			if i%every == 0 {
				some = append(some, c)
			}
		}
		t.Run(name, func(t *testing.T) { requireGraphTwins(t, text, some) })
	}
}
