package decode

import (
	"fmt"
	"math"
	"slices"

	"parser/model"
	"parser/parser/learn"
	"parser/transition"
)

// Agreement says which tags and arcs go together in a treebank: combinations that never occurred in
// training are only chosen if there is no alternative.
type Agreement struct {
	Tags   []string  // UPOS, sorted
	Labels [][]int32 // for each tag, the labels of words that bear it, sorted
	Leaves []int32   // the tags of words without dependents, sorted
	Usual  []int32   // for each of these, the most frequent label of its words
}

// Check refuses indices out of range, as from a damaged file.
func (a *Agreement) Check(labels int) error {
	bad := func(list []int32, below int) bool {
		return !slices.IsSorted(list) || len(list) > 0 && (list[0] < 0 || int(list[len(list)-1]) >= below)
	}
	for _, label := range a.Usual {
		if label < 0 || int(label) >= labels {
			return fmt.Errorf("usual label %d of %d", label, labels)
		}
	}
	if len(a.Usual) != len(a.Leaves) || !slices.IsSorted(a.Tags) || len(a.Labels) != len(a.Tags) || bad(a.Leaves, len(a.Tags)) {
		return fmt.Errorf("labels for %d of %d tags", len(a.Labels), len(a.Tags))
	}
	for t, list := range a.Labels {
		if bad(list, labels) {
			return fmt.Errorf("labels of the tag %q out of range", a.Tags[t])
		}
	}
	return nil
}

// Number returns the number of a tag, or transition.None if the treebank lacks it.
func (a *Agreement) Number(tag string) int32 {
	if i, ok := slices.BinarySearch(a.Tags, tag); ok {
		return int32(i)
	}
	return transition.None
}

// Name returns the tag of a number, "" for transition.None.
func (a *Agreement) Name(tag int32) string {
	if tag == transition.None {
		return ""
	}
	return a.Tags[tag]
}

// Leaf reports whether words with a tag have no dependents.
func (a *Agreement) Leaf(tag int32) bool {
	_, leaf := slices.BinarySearch(a.Leaves, tag)
	return leaf
}

// Allows reports whether words with a tag bear a label; it is true if either is transition.None.
func (a *Agreement) Allows(tag, label int32) bool {
	if tag == transition.None || label == transition.None {
		return true
	}
	_, seen := slices.BinarySearch(a.Labels[tag], label)
	return seen
}

// Tagging is what is known about the tags of a sentence's words, by the numbers of an Agreement.
type Tagging struct {
	*Agreement
	Best []int32 // of each word
	// Change returns the logarithm of how much less probable another tag of a word is than the best
	// one, or −Inf for a word whose tag was given. It is nil if all tags were given.
	Change func(word int, tag int32) float64
}

// Fitting returns the most probable tag of a word that bears a label and has dependents or not, and
// the logarithm of how much less probable it is than the best one, −Inf if no tag fits.
// also is nil, or what else is asked of a tag.
func (t *Tagging) Fitting(word int, label int32, dependents bool, also func(tag int32) bool) (best int32, change float64) {
	fits := func(tag int32) bool {
		return t.Allows(tag, label) && !(dependents && t.Leaf(tag)) && (also == nil || also(tag))
	}
	if best = t.Best[word]; fits(best) {
		return best, 0
	}
	change = math.Inf(-1)
	if t.Change == nil {
		return best, change
	}
	for tag := range t.Tags {
		if tag := int32(tag); fits(tag) {
			if c := t.Change(word, tag); c > change {
				best, change = tag, c
			}
		}
	}
	return best, change
}

// Lift gives the dependents of leaves, which a derivation is sometimes forced to build, to the head
// of the leaf. Under ROOT the first of them takes the place of the leaf. Trees that consist of
// leaves only stay as they are.
func (t *Tagging) Lift(nodes []transition.Node) {
	leaf := func(node int32) bool { return node > 0 && t.Leaf(t.Best[node-1]) }
	for i := range nodes[1:] {
		n := &nodes[i+1]
		for leaf(n.Head) && nodes[n.Head].Head > 0 {
			n.Head = nodes[n.Head].Head
		}
	}
	for i := range nodes[1:] {
		child := int32(i + 1)
		old := nodes[child].Head
		if !leaf(old) || leaf(child) {
			continue
		}
		for j := range nodes[1:] {
			if nodes[j+1].Head == old {
				nodes[j+1].Head = child
			}
		}
		nodes[child].Head, nodes[child].Label = nodes[old].Head, nodes[old].Label
		k, _ := slices.BinarySearch(t.Leaves, t.Best[old-1])
		nodes[old].Head, nodes[old].Label = child, t.Usual[k]
	}
}

// action returns the action of the class k of the next decision, without a label if that is not
// decided yet.
func (d *Derivation) action(k model.Class) Action {
	switch {
	case d.TwoStep && d.move == NoMove:
		return Action{transition.Move(k), transition.None}
	case d.Actions == nil:
		return Action{d.move, k}
	}
	return d.Actions.All[k]
}

// underLeaf reports whether the class k is an arc from a word that should have no dependents: by its tag, or by all
// tags that go with the label which it already has.
func (d *Derivation) underLeaf(k model.Class) bool {
	head, _, arc := d.System.Arc(&d.Config, d.action(k).Move)
	if !arc || head == 0 {
		return false
	}
	t, word, label := d.Tagging, int(head)-1, d.Config.Nodes[head].Label
	if t.Leaf(t.Best[word]) {
		return true
	}
	_, alone := t.Fitting(word, label, false, nil)
	_, above := t.Fitting(word, label, true, nil)
	return alone > above && math.IsInf(above, -1)
}

// change returns what the label of the class k costs in the probability of the dependent's tag; see
// Fitting.
func (d *Derivation) change(k model.Class) float64 {
	a := d.action(k)
	_, dependent, arc := d.System.Arc(&d.Config, a.Move)
	if !arc || a.Label == transition.None {
		return 0
	}
	n, word := &d.Config.Nodes[dependent], int(dependent)-1
	dependents := n.LeftValency+n.RightValency > 0 && !d.Tagging.Leaf(d.Tagging.Best[word]) // a leaf's will be lifted
	_, change := d.Tagging.Fitting(word, a.Label, dependents, nil)
	return change
}

// hardly is the logarithm of how probable something is that can hardly be right.
const hardly = -50

// disagreement returns, as a logarithm, how much less probable the tags of the words make the class
// k: 0 if it agrees with them, and a large penalty if it can hardly be right, so that only others
// like it are worse.
func (d *Derivation) disagreement(k model.Class) float64 {
	switch {
	case d.Tagging == nil:
		return 0
	case d.underLeaf(k):
		return hardly
	}
	return max(hardly, d.change(k))
}

// Agreed returns the class of highest score of a decision. If that disagrees with the tags of the words, it
// returns another: the best class that makes no word a head whose tag has no dependents, with the
// label that is most probable together with the most probable tag that allows it. If nothing
// agrees, the tags are ignored.
func Agreed(d *learn.Decision) model.Class {
	best := d.Best()
	own, ok := d.State.(*Derivation)
	if !ok || own.Tagging == nil {
		return best
	}
	if own.underLeaf(best) {
		others := slices.DeleteFunc(slices.Clone(d.Classes), own.underLeaf)
		if len(others) > 0 {
			best = model.Best(others, d.Scores)
		}
	}
	if own.change(best) == 0 {
		return best
	}
	move, highest := own.action(best).Move, math.Inf(-1)
	for _, k := range d.Classes {
		if own.action(k).Move == move {
			if sum := float64(d.Scores[k]) + own.change(k); sum > highest {
				best, highest = k, sum
			}
		}
	}
	return best
}
