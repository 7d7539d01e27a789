package structure

import (
	"slices"

	"parser/model"
	"parser/oracle"
	"parser/parser/internal/decode"
	"parser/transition"
	"parser/transition/graph"
)

// Actions numbers the actions of s that the corpus needs, after those that were numbered before, if any. For
// graphs they are those that the expert takes, and the lexicon says where it takes them.
func (c *Corpus) Actions(s transition.System, expert oracle.Oracle, before *decode.Actions) (*decode.Actions, error) {
	if s.Kind() != transition.Graphs {
		return before.With(s, c.uses(s)), nil
	}
	w := watcher{lexicon: &decode.Lexicon{Lemmas: c.Lemmas}, uses: map[decode.Use]bool{}}
	for i := range w.by {
		w.by[i] = map[int32]map[int32]bool{}
	}
	for i := range c.Golds {
		if err := w.watch(s, expert, &c.Golds[i]); err != nil {
			return nil, err
		}
	}
	return w.actions(s, c, before), nil
}

// watcher notes what the expert does, and near what.
type watcher struct {
	lexicon *decode.Lexicon // in the making
	uses    map[decode.Use]bool
	by      [relations]map[int32]map[int32]bool // of each key the labels
	signs   *graph.Signs
}

// What labels are seen near a key.
const (
	asConcept = iota
	into
	outOf
	above
	below
	relations
)

func (w *watcher) note(way int, m transition.Move, key, label int32) {
	w.uses[decode.Use{Move: m, Label: label}] = true
	if key == graph.None {
		return
	}
	if w.by[way][key] == nil {
		w.by[way][key] = map[int32]bool{}
	}
	w.by[way][key][label] = true
}

// watch follows the expert through a sentence, and notes the roles of the graph that it makes.
func (w *watcher) watch(s transition.System, expert oracle.Oracle, gold *oracle.Gold) error {
	if err := expert.Start(gold); err != nil {
		return err
	}
	c := transition.Config{Given: gold.Meaning.Given}
	w.signs = c.Given.Signs
	s.Start(&c, gold.Len())
	err := oracle.Follow(expert, s, &c, func(step transition.Step) {
		g, label := c.Graph, step.Label
		switch {
		case step.Move == transition.NextNode && label != g.Word && label != g.Lemma && label != g.Verb:
			w.note(asConcept, step.Move, w.lexicon.KeyOf(g, g.S()), label)
		case step.Move == transition.Insert:
			w.note(above, step.Move, w.lexicon.KeyOf(g, g.S()), label)
		case step.Move == transition.InsertBelow:
			w.note(below, step.Move, w.lexicon.KeyOf(g, g.S()), label)
		}
	})
	if err != nil {
		return err
	}
	g := c.Graph
	arc := func(head, dep, role int32) {
		if !slices.Contains([]int32{graph.None, g.Unknown, g.Snt, g.Wiki}, role) {
			w.note(into, transition.NextEdge, w.lexicon.KeyOf(g, dep), role)
			w.note(outOf, transition.NextEdge, w.lexicon.KeyOf(g, head), role)
		}
	}
	for i := range g.Nodes[1:] {
		if n := &g.Nodes[i+1]; !n.Gone && n.Head != graph.None {
			arc(n.Head, int32(i+1), g.RoleOf(int32(i+1)))
		}
	}
	for _, a := range g.Arcs {
		arc(a.Head, a.Dep, a.Role)
	}
	return nil
}

// usual is near how many keys a label must be seen to be offered near keys that were not seen.
const usual = 5

// actions numbers what was noted, after the actions of before, if any.
func (w *watcher) actions(s transition.System, c *Corpus, before *decode.Actions) *decode.Actions {
	l := w.lexicon
	if s.Params().Wikify {
		l.Links = known(c.Graphs)
	}
	always := map[transition.Move]map[int32]bool{
		transition.NextNode: {w.signs.Word: true, w.signs.Lemma: true, w.signs.Verb: true},
		transition.NextEdge: {w.signs.Unknown: true, int32(slices.Index(c.Labels, opRole)): true, w.signs.Snt: true},
		transition.Insert:   {w.signs.Name: true},
	}
	if s.Moves().Has(transition.Wikify) {
		always[transition.Wikify] = map[int32]bool{w.signs.Forward: true, w.signs.Minus: true}
	}
	for m, labels := range always {
		for label := range labels {
			w.uses[decode.Use{Move: m, Label: label}] = true
		}
	}
	a := before.With(s, w.uses)
	classes := func(m transition.Move, labels map[int32]bool) (list []model.Class) {
		for _, k := range a.Other[m] {
			if labels[a.All[k].Label] {
				list = append(list, k)
			}
		}
		return list
	}
	for m, labels := range always {
		l.Always[m] = classes(m, labels)
	}
	for way, to := range []struct {
		move transition.Move
		of   *map[int32][]model.Class
	}{
		{transition.NextNode, &l.Concepts}, {transition.NextEdge, &l.Into}, {transition.NextEdge, &l.OutOf},
		{transition.Insert, &l.Above}, {transition.InsertBelow, &l.Below},
	} {
		*to.of = map[int32][]model.Class{}
		count, often := map[int32]int{}, map[int32]bool{}
		for key, labels := range w.by[way] {
			(*to.of)[key] = classes(to.move, labels)
			for label := range labels {
				if count[label]++; count[label] == usual {
					often[label] = true
				}
			}
		}
		all := slices.Concat(l.Often[to.move], classes(to.move, often))
		slices.Sort(all)
		l.Often[to.move] = slices.Compact(all)
	}
	if a.Lexicon = l; before != nil {
		l.Add(before.Lexicon)
	}
	return a
}
