package enhance

import (
	"maps"
	"slices"

	"parser/model"
)

// counts says how often each value was seen with a key.
type counts map[string]map[string]int

func (c counts) add(key, value string) {
	if c[key] == nil {
		c[key] = map[string]int{}
	}
	c[key][value]++
}

// labelled is a node whose own edge the treebank has.
type labelled struct {
	relation string            // of the node, without subtype
	added    string            // by the treebank to the relation; "" for nothing
	phrases  map[string]string // that each marker of the node would add, before they are spelled
}

// induceMarkers finds the markers that explain what the treebank adds to relations, and how it spells phrases. Say that
// it has twice each:
//
//	sentence                label of the last word    its markers, with their phrases
//	Anna lives in Paris     obl:in                    case/first "in"
//	Anna comes from Rome    obl:from                  case/first "from"
//	Brann plays vs. Molde   obl:versus                case/first "vs."
//	Anna lives there        advmod                    none
//
// Then case/first is the commonest of the markers that explain what is added, in four places (rankMarkers). None explains
// "versus"; since case/first is there, its phrase "vs." gets the spelling "versus" (induceSpellings). So case/first
// explains all labels of obl, and Marked["obl"] has it alone; advmod is not in Marked, because nothing is ever added to it
// (countMarkers). If obl:versus were there without a preposition, Marked["obl"] would have the literal "=versus".
func (t *teacher) induceMarkers() {
	order := t.rankMarkers()
	t.Spellings = t.induceSpellings(order)
	used := t.countMarkers(order)
	t.Markers, t.Marked = []string{""}, map[string][]model.Class{}
	for _, relation := range slices.Sorted(maps.Keys(used)) {
		names := ranked(used[relation], leastSeen)
		if len(names) == 0 || len(names) == 1 && names[0] == "" {
			continue
		}
		for _, name := range names {
			t.Marked[relation] = append(t.Marked[relation], number(&t.Markers, name))
		}
	}
}

// rankMarkers returns the markers that explain labels before phrases are spelled, the commonest first.
func (t *teacher) rankMarkers() []string {
	explain := map[string]int{}
	for node := range t.labelled {
		for name, phrase := range node.phrases {
			if node.added != "" && suffix(phrase) == node.added {
				explain[name]++
			}
		}
	}
	return ranked(explain, leastSeen)
}

// induceSpellings returns how the treebank spells phrases, where that is not how suffix does: of each label the phrase of
// the first marker that explains it or, if none does, of the first that is there.
func (t *teacher) induceSpellings(order []string) map[string]string {
	seen := counts{}
	for node := range t.labelled {
		name := node.first(order, func(phrase string) bool { return suffix(phrase) == node.added })
		if name == "" {
			name = node.first(order, func(string) bool { return true })
		}
		if phrase := node.phrases[name]; node.added != "" && phrase != "" {
			seen.add(phrase, node.added)
		}
	}
	spellings := map[string]string{}
	for phrase, added := range seen {
		if best := ranked(added, leastSeen); len(best) > 0 && best[0] != suffix(phrase) {
			spellings[phrase] = best[0]
		}
	}
	return spellings
}

// countMarkers returns how often each marker explains the labels with a relation: the first one that does, or a literal one.
func (t *teacher) countMarkers(order []string) counts {
	used := counts{}
	for node := range t.labelled {
		name := ""
		if node.added != "" {
			if name = node.first(order, func(phrase string) bool { return t.spell(phrase) == node.added }); name == "" {
				name = literal + node.added
			}
		}
		used.add(node.relation, name)
	}
	return used
}

// labelled yields the nodes of all examples whose own edge the treebank has.
func (t *teacher) labelled(yield func(labelled) bool) {
	for i := range t.examples {
		if !t.start(&t.examples[i]) {
			continue
		}
		for node := 1; node < len(t.heads); node++ {
			added, known := t.marker(node)
			if !known {
				continue
			}
			phrases := maps.Collect(t.markers(node, func(string) bool { return true }))
			if !yield(labelled{t.bases[node], added, phrases}) {
				return
			}
		}
	}
}

// first returns the first of some markers whose phrase fits, or "".
func (l *labelled) first(order []string, fits func(phrase string) bool) string {
	for _, name := range order {
		if phrase, there := l.phrases[name]; there && fits(phrase) {
			return name
		}
	}
	return ""
}
