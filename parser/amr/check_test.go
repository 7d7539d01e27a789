package amr

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/testdata/testkit"
)

// texts are tried in the places of a graph, some of which accept them.
var texts = []string{
	"", "a", "b", "c", "-", "+", "1.5", "ü", "a b", "a\u00a0b", " a", "a ", "a\tb", "a\nb", "a\rb", "\n", "a\vb", "(", ")", "a(b", "a)",
	"/", "//", "/a", "a/", "a/b", ":", ":a", "a:", "a:b", "::a", "a ::b", "a ::b c", "a :: b", "a::b", "::", "~", "~1", "~e.1", "a~1", "a~e.1", "e.", "e.1",
	"e.1,2", "e.1,", "ee.1", "1.1", "1", "1,2", ",1", `"`, `""`, `"a"`, `"a b"`, `"a\"b"`, `"a\"`, `"a\\"`, `"a"b`, `a"b"`, `"a" `, `"(a)~1"`, "\"a\nb\"", `"a"~1`,
	"#", "# a", "#a", "id", "snt", "a\x00", "\x7f", "\xff", "\xc3(", "\ufeff", "\ufeffa", "-of", strings.Repeat("long ", 20),
}

// A graph with one odd text can be written if and only if it can be read back unchanged.
func TestCheckKnowsWhatIsReadAgain(t *testing.T) {
	places := []func(*Graph) *string{
		func(g *Graph) *string { return &g.Meta[0].Key },
		func(g *Graph) *string { return &g.Meta[0].Value },
		func(g *Graph) *string { return &g.Meta[1].Value },
		func(g *Graph) *string { return &g.Meta[2].Value },
		func(g *Graph) *string { return &g.Nodes[0].Var },
		func(g *Graph) *string { return &g.Nodes[0].Concept },
		func(g *Graph) *string { return &g.Nodes[0].Align },
		func(g *Graph) *string { return &g.Nodes[1].Concept },
		func(g *Graph) *string { return &g.Nodes[1].Align },
		func(g *Graph) *string { return &g.Nodes[2].Align },
		func(g *Graph) *string { return &g.Edges[0].Role },
		func(g *Graph) *string { return &g.Edges[1].Role },
		func(g *Graph) *string { return &g.Edges[0].RoleAlign },
		func(g *Graph) *string { return &g.Edges[1].Align },
		func(g *Graph) *string { return &g.Edges[2].Align },
	}
	good := 0
	for i, place := range places {
		for _, text := range texts {
			g := bare(parse(t, "# ::key value\n# text\n# ::snt sentence\n(v / concept :x constant :y v :z (w))"))
			if *place(g) = text; i == 4 && text == "" { // an empty name is not a variable
				require.ErrorIs(t, g.Check(), errGraph)
				continue
			}
			err := g.Check()
			printed := string(g.print())
			again, bad := testkit.All(NewReader(strings.NewReader(printed), "f").All())
			same := len(bad) == 0 && len(again) == 1 && reflect.DeepEqual(g, bare(again[0]))
			require.Equal(t, same, err == nil, "place %d, text %q: %v\n%s", i, text, err, printed)
			if same {
				good++
			}
		}
	}
	require.Greater(t, good, len(texts))
}

func TestCheckStructure(t *testing.T) {
	for want, change := range map[string]func(g *Graph){
		"root, 4, is no variable":                    func(g *Graph) { g.Root = 4 },
		"root, -1, is no variable":                   func(g *Graph) { g.Root = -1 },
		"root, 2, is no variable":                    func(g *Graph) { g.Root = 2 },
		"from node 2 to node 1":                      func(g *Graph) { g.Edges[0].From = 2 },
		"from node 4 to node 1":                      func(g *Graph) { g.Edges[0].From = 4 },
		"from node 0 to node 4":                      func(g *Graph) { g.Edges[0].To = 4 },
		"from node 0 to node -1":                     func(g *Graph) { g.Edges[0].To = -1 },
		"node 2 is mentioned, but no variable":       func(g *Graph) { g.Edges[1].Defines = false },
		"node 3 is defined twice":                    func(g *Graph) { g.Edges[3].Defines = true },
		"node 0 is defined twice":                    func(g *Graph) { g.Edges[3].To, g.Edges[3].Defines = 0, true },
		"1 of 4 nodes are not defined":               func(g *Graph) { g.Edges[2].Defines = false },
		"3 of 4 nodes are not defined":               func(g *Graph) { g.Edges[0].From = 3; g.Edges[2].From = 1 },
		`"v" is a variable and a constant`:           func(g *Graph) { g.Nodes[2].Concept = "v" },
		`variable defined twice: "v"`:                func(g *Graph) { g.Nodes[1].Var = "v" },
		"node 2 has neither variable nor concept":    func(g *Graph) { g.Nodes[2].Concept = "" },
		`alignment "1" of "w", which has no concept`: func(g *Graph) { g.Nodes[3].Align = "1" },
		`alignment "1" of an edge that mentions no`:  func(g *Graph) { g.Edges[0].Align = "1" },
	} {
		g := parse(t, "(v / a :x (u / b :y -) :z (w) :x w)")
		require.NoError(t, g.Check())
		change(g)
		require.ErrorContains(t, g.Check(), want)
	}
	require.ErrorIs(t, (&Graph{}).Check(), errGraph)
}

// Whatever passes Check is read back and says the same, whatever the order of nodes and edges.
func TestCheckRandomGraphs(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	passed := 0
	for range 20_000 {
		g := &Graph{Nodes: make([]Node, 1+random.IntN(5))}
		for i := range g.Nodes {
			if i == 0 || random.IntN(3) > 0 {
				g.Nodes[i].Var = fmt.Sprint("v", i)
			}
			g.Nodes[i].Concept = fmt.Sprint("c", i)
		}
		for i := range g.Nodes[1:] {
			g.Edges = append(g.Edges, Edge{From: random.IntN(len(g.Nodes)), To: i + 1, Role: fmt.Sprint("r", random.IntN(3)), Defines: true})
		}
		for range random.IntN(3) {
			g.Edges = append(g.Edges, Edge{From: random.IntN(len(g.Nodes)), To: random.IntN(len(g.Nodes)), Role: "m-of"})
		}
		random.Shuffle(len(g.Edges), reflect.Swapper(g.Edges))
		if g.Check() != nil {
			continue
		}
		passed++
		require.Equal(t, spelled(g), spelled(parse(t, g.String())), g)
	}
	require.Greater(t, passed, 1000)
}

// spelled returns the triples of a graph with the names of its variables, sorted.
func spelled(g *Graph) []string {
	var variables, lines []string
	for _, n := range g.Nodes {
		if !n.Constant() {
			variables = append(variables, n.Var)
		}
	}
	t := g.Triples()
	for i, c := range t.Concepts {
		lines = append(lines, fmt.Sprint(variables[i], " / ", c))
	}
	for _, o := range t.Others {
		to := o.Constant
		if o.Kind == Relation {
			to = variables[o.To]
		}
		lines = append(lines, fmt.Sprint(variables[o.Var], o.Role, to))
	}
	slices.Sort(lines)
	return lines
}

func TestNameVariables(t *testing.T) {
	g := parse(t, `(x1 / boy :a (x2 / Bear :b b :b b3) :c (x3 / "bone") :d (x4) :e (x5 / i) :f i :f b4x :g (x6 / élan :h x1) :h (b2 / bee))`)
	for range 2 {
		g.NameVariables()
		require.NoError(t, g.Check())
		require.Equal(t, `(b2 / boy :a (b4 / Bear :b b :b b3) :c (x / "bone") :d (x2) :e (i2 / i) :f i :f b4x :g (x3 / élan :h b2) :h (b5 / bee))`, flat(g))
	}
	for g := range slices.Values(read(t, print(t, g))) {
		g.NameVariables()
		require.NoError(t, g.Check())
	}
}
