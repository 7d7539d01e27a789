package decode

import (
	"slices"
	"strings"

	"parser/transition"
)

// Rules are what the validator of Universal Dependencies demands of the labels in a tree at its level 3, whatever the
// language:
//
//   - a word has at most one subject, not counting those of outer clauses (nsubj:outer), and at most one object (obj or
//     ccomp);
//   - function words, and words that continue others, have dependents with few labels;
//   - an orphan depends on a conjunct or the head of a clause;
//   - conj, fixed, flat, goeswith and appos lead to the right;
//   - some labels demand a tag, as aux does AUX, and others exclude some.
//
// They look at the part of a label before the colon. The validator excepts negation below function words, which is rare,
// and these rules do not.
type Rules struct{ relations []relation } // of each label

// relation is what rules know about a label.
type relation struct {
	name      string // before the colon
	role      role
	rightward bool
	tags      []string // that its words have or, if they are not these, do not have
	these     bool
	excludes  []bool // labels of dependents
	sparedBy  []bool // labels of dependents that make up for the tag
}

// role is what at most one dependent of a word can be, or what one needs to be.
type role uint8

const (
	subject role = iota
	object
	sparing // the word what its label demands of the tag
	other   // any number can be that
	roles
)

// only has, for some labels, those of the dependents that their words can have.
var only = map[string]string{
	"case": "advmod obl goeswith fixed reparandum conj cc punct",
	"mark": "advmod obl goeswith fixed reparandum conj cc punct",
	"aux":  "goeswith fixed reparandum conj cc punct",
	"cop":  "goeswith fixed reparandum conj cc punct",
	"cc":   "goeswith fixed reparandum conj punct", "fixed": "goeswith reparandum conj punct",
	"goeswith": "", "punct": "punct",
}

// demanded and excluded have the tags of words with some labels.
var (
	demanded = map[string]string{
		"det": "DET PRON", "nummod": "NUM NOUN SYM", "advmod": "ADV ADJ CCONJ DET PART SYM", "expl": "PRON DET PART",
		"aux": "AUX", "cop": "AUX PRON DET SYM", "punct": "PUNCT",
	}
	excluded = map[string]string{
		"compound": "AUX", "case": "PROPN ADJ PRON DET NUM AUX",
		"mark": "NOUN PROPN ADJ PRON DET NUM VERB AUX INTJ", "cc": "NOUN PROPN ADJ PRON DET NUM VERB AUX INTJ",
	}
)

// NewRules returns the rules for labels by their numbers.
func NewRules(labels []string) *Rules {
	var names []string
	for _, label := range labels {
		name, _, _ := strings.Cut(label, ":")
		names = append(names, name)
	}
	among := func(list, name string) bool { return slices.Contains(strings.Fields(list), name) }
	r := &Rules{}
	for i, name := range names {
		of := relation{name: name, role: other, tags: strings.Fields(excluded[name])}
		of.rightward = among("conj fixed flat goeswith appos", name)
		switch {
		case among("nsubj csubj", name) && !strings.HasSuffix(labels[i], ":outer"):
			of.role = subject
		case among("obj ccomp", name):
			of.role = object
		}
		if tags, is := demanded[name]; is {
			of.tags, of.these = strings.Fields(tags), true
		}
		few, limited := only[name]
		for _, dependent := range names {
			orphaned := dependent == "orphan" && !among("root conj parataxis csubj ccomp advcl acl reparandum", name)
			of.excludes = append(of.excludes, orphaned || limited && !among(few, dependent))
			spares := dependent == "fixed" && among("det advmod case mark cc", name) || dependent == "goeswith" && name == "advmod"
			of.sparedBy = append(of.sparedBy, spares)
		}
		r.relations = append(r.relations, of)
	}
	return r
}

// Apply reports whether there is a label that a word can give to one dependent only.
func (r *Rules) Apply() bool {
	return slices.ContainsFunc(r.relations, func(of relation) bool { return of.role != other })
}

// excludes reports whether a word with a label, None for ROOT, has no dependent with another.
func (r *Rules) excludes(head, dependent int32) bool {
	return head != transition.None && r.relations[head].excludes[dependent]
}

// spared reports whether the tag of a word is not what its label demands, because of a dependent: the first word of a
// fixed expression can have any tag.
func (r *Rules) spared(nodes []transition.Node, word int32) bool {
	by := r.relations[nodes[word].Label].sparedBy
	return slices.ContainsFunc(nodes[1:], func(n transition.Node) bool { return n.Head == word && by[n.Label] })
}

// suits reports whether a word with a tag, "" if it is not known, can have a label.
func (r *Rules) suits(tag string, label int32, spared bool) bool {
	of := &r.relations[label]
	if tag == "PUNCT" && of.name != "punct" && of.name != "root" {
		return false
	}
	return tag == "" || spared || slices.Contains(of.tags, tag) == of.these
}

// Suiting returns what rules ask of the tag of a word in a tree, for [Tagging.Fitting]: nothing, without rules.
func (r *Rules) Suiting(t *Tagging, nodes []transition.Node, word int32) func(tag int32) bool {
	if r == nil {
		return nil
	}
	spared := r.spared(nodes, word)
	return func(tag int32) bool { return r.suits(t.Name(tag), nodes[word].Label, spared) }
}

// Broken reports whether a tree breaks a rule. Without a Tagging none is about tags.
func (r *Rules) Broken(nodes []transition.Node, t *Tagging) bool {
	count := make([][roles]int, len(nodes))
	for i, n := range nodes[1:] {
		w, of := int32(i+1), &r.relations[n.Label]
		count[n.Head][of.role]++
		switch {
		case of.role != other && count[n.Head][of.role] > 1, of.rightward && w < n.Head,
			r.excludes(nodes[n.Head].Label, n.Label), t != nil && !r.Suiting(t, nodes, w)(t.Best[i]):
			return true
		}
	}
	return false
}
