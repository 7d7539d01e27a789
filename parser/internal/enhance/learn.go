package enhance

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"parser/conll"
	"parser/model"
)

// ErrNoDeps is the cause when there are no enhanced dependencies to learn from.
var ErrNoDeps = errors.New("no enhanced dependencies (DEPS) to learn from")

// leastSeen is how often a treebank must do something for it to be learned.
const leastSeen = 2

// example is a sentence with the edges of its graph, after empty nodes were collapsed.
type example struct {
	words []conll.Word
	edges [][]edge // of each node
}

// Learn learns from sentences with DEPS; those without are left out. The cause of its error is ErrNoDeps, or
// conll.ErrDeps where they cannot be read.
func Learn(sentences []*conll.Sentence, random *rand.Rand) (*Enhancer, error) {
	var examples []example
	for _, s := range sentences {
		x, err := exampleOf(s)
		if err != nil {
			return nil, err
		}
		if x != nil {
			examples = append(examples, *x)
		}
	}
	if len(examples) == 0 {
		return nil, ErrNoDeps
	}
	e := &Enhancer{grammar: &grammar{}}
	t := &teacher{Session: e.NewSession(), examples: examples, random: random}
	t.choose = t.answer
	t.induceMarkers()
	t.Rules, t.Paths = []string{noEdge}, map[string][]model.Class{}
	if err := e.prepare(); err != nil {
		return nil, err
	}
	var err error
	if e.labels, err = t.learn(labelling, len(e.Markers)); err != nil {
		return nil, err
	}
	t.induceRules()
	if err = e.prepare(); err == nil {
		e.edges, err = t.learn(attaching, len(e.Rules))
	}
	return e, err
}

// exampleOf returns a sentence to learn from, nil if it has no DEPS or no tree.
func exampleOf(s *conll.Sentence) (*example, error) {
	if !s.HasDeps() || conll.CheckTree(s.Heads(nil), false) != nil {
		return nil, nil
	}
	g, err := s.Enhanced()
	if err == nil {
		g, err = g.Collapsed()
	}
	if err != nil {
		return nil, err
	}
	x := &example{words: s.Words, edges: make([][]edge, len(s.Words)+1)}
	for i, n := range g.Nodes {
		for _, d := range g.Deps[i] {
			x.edges[n.Word] = append(x.edges[n.Word], edge{d.Head.Word, d.Relation})
		}
	}
	return x, nil
}

// teacher decides as a treebank does, and learns from that.
type teacher struct {
	*Session
	examples []example
	example  *example // that is decided on
	stage    stage    // that is learned
	learned  *model.Examples
	random   *rand.Rand
}

// start makes an example the one that is decided on.
func (t *teacher) start(x *example) bool {
	t.example = x
	return t.read(x.words)
}

// own returns the relations of the edges from a head to a node.
func (t *teacher) own(node, head int) (relations []string) {
	for _, e := range t.example.edges[node] {
		if e.head == head {
			relations = append(relations, e.relation)
		}
	}
	return relations
}

// marker returns what the treebank adds to the relation of a node's own edge; false if it has no such edge.
func (t *teacher) marker(node int) (text string, known bool) {
	relation := t.relation(node)
	for _, own := range t.own(node, t.heads[node]) {
		if own == relation {
			return "", true
		}
		if marker, is := strings.CutPrefix(own, relation+":"); is && !strings.Contains(marker, conll.PathSeparator) {
			return marker, true
		}
	}
	return "", false
}

// number returns the place of a name in a list, to which it is added if need be.
func number(names *[]string, name string) model.Class {
	at := slices.Index(*names, name)
	if at < 0 {
		at, *names = len(*names), append(*names, name)
	}
	return model.Class(at)
}

// induceRules finds the paths of edges that are not basic, and of basic edges that are missing, and the rules that
// explain their relations.
func (t *teacher) induceRules() {
	fits, used := counts{}, counts{}
	each := func(yield func(path string, rules []string)) {
		for i := range t.examples {
			if !t.start(&t.examples[i]) {
				continue
			}
			t.decideLabels()
			for node := 1; node < len(t.heads); node++ {
				own := t.own(node, t.heads[node])
				if c := (&candidate{node: node, head: t.heads[node], up: []int{node}}); len(own) != 1 || own[0] != t.labels[node] {
					yield(t.pathName(c.up, nil), t.explain(c, own))
				}
				for _, e := range t.example.edges[node] {
					if c := t.between(node, e.head); c != nil && e.head != t.heads[node] {
						yield(t.pathName(c.up, c.down), t.explain(c, []string{e.relation}))
					}
				}
			}
		}
	}
	each(func(path string, rules []string) {
		for _, r := range rules {
			fits.add(path, r)
		}
	})
	each(func(path string, rules []string) {
		if len(rules) == 0 {
			used.add(path, noEdge)
			return
		}
		used.add(path, slices.MaxFunc(rules, func(a, b string) int { return fits[path][a] - fits[path][b] }))
	})
	for _, path := range slices.Sorted(maps.Keys(used)) {
		names := ranked(used[path], leastSeen)
		if strings.Contains(path, headStep) && len(names) > 0 && !slices.Contains(names, "up0") {
			names = append(names, "up0") // the usual edge
		}
		for _, name := range names {
			if name != noEdge {
				t.Paths[path] = append(t.Paths[path], number(&t.Rules, name))
			}
		}
	}
}

// decideLabels sets the labels of the example's nodes as the treebank has them, or as they are learned where it does
// not say, and which words refer to others.
func (t *teacher) decideLabels() {
	t.stage = attaching
	n := len(t.heads)
	t.features.note(&t.tree)
	t.labels, t.referring = make([]string, n), emptied(t.referring, n)
	for node := 1; node < n; node++ {
		t.labels[node] = t.label(node)
		for _, e := range t.example.edges[node] {
			if c := t.between(node, e.head); c != nil && len(c.down) == 0 && len(c.up) > 1 {
				t.referring[e.head] = append(t.referring[e.head], node)
			}
		}
	}
}

// between returns the candidate of an edge; nil if the path is too long.
func (t *teacher) between(node, head int) *candidate {
	c := &candidate{node: node, head: head}
	top := node
	for ; !t.below(head, top); top = t.heads[top] {
		c.up = append(c.up, top)
	}
	for at := head; at != top; at = t.heads[at] {
		c.down = append([]int{at}, c.down...)
	}
	if node == head || len(c.up) > maxUp || len(c.down) > maxDown {
		return nil
	}
	return c
}

// explain returns the names of the rules that give an edge one of these relations.
func (t *teacher) explain(c *candidate, relations []string) (names []string) {
	try := func(name string, node int) {
		if node == 0 {
			return
		}
		for _, r := range relations {
			first, rest := r, ""
			if at := strings.Index(r, conll.PathSeparator); at >= 0 {
				first, rest = r[:at], r[at:]
			}
			if first == t.labels[node] {
				names = append(names, name+rest)
			}
			if first == t.relation(node) {
				names = append(names, "bare/"+name+rest)
			}
		}
	}
	try("referring", t.referent(c))
	for i, node := range c.up {
		try(fmt.Sprint("up", i), node)
	}
	for i, node := range c.down {
		try(fmt.Sprint("down", i), node)
	}
	for _, r := range relations {
		names = append(names, literal+r)
	}
	return names
}

// learn lets a learner see all decisions of a stage.
func (t *teacher) learn(what stage, classes int) (model.Model, error) {
	const passes, leastUpdates = 8, 3
	spec, err := model.SpecFor("perceptron")
	if err != nil {
		return nil, err
	}
	if err := spec.Set("min-updates", leastUpdates); err != nil {
		return nil, err
	}
	learner, err := spec.New(classes)
	if err != nil {
		return nil, err
	}
	t.stage, t.learned = what, model.NewExamples(0, t.random.Uint64())
	for i := range t.examples {
		if t.start(&t.examples[i]) {
			t.enhance()
		}
	}
	for range passes {
		t.learned.Pass(learner, 0, t.random)
	}
	return model.Shrink(learner.Freeze()), nil
}

// answer decides as the treebank does, and keeps the decision, if it is of the stage that is learned.
func (t *teacher) answer(what stage, d *model.Decision) model.Class {
	right, known := t.right(what, d)
	if !known && what == labelling && t.enhancer.labels != nil {
		return t.best(what, d)
	}
	if known && what == t.stage {
		d.Costs = slices.Repeat([]float32{1}, len(d.Classes))
		d.Costs[slices.Index(d.Classes, right)] = 0
		t.learned.Add(d)
	}
	return right
}

// right returns the class that the treebank has; false if it has another one than are offered.
func (t *teacher) right(what stage, d *model.Decision) (model.Class, bool) {
	if what == labelling {
		wanted, known := t.marker(t.node)
		for _, k := range d.Classes {
			if known && t.marked[k] == wanted {
				return k, true
			}
		}
		return d.Classes[0], false
	}
	relations := t.own(t.asked.node, t.asked.head)
	if len(relations) == 0 {
		return 0, true
	}
	for _, k := range d.Classes[1:] {
		if slices.Contains(relations, t.apply(k, &t.asked)) {
			return k, true
		}
	}
	return 0, false
}
