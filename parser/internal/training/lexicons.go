package training

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"parser/parser/internal/engine"
	"parser/parser/internal/lookup"
	"parser/parser/internal/neural"
	"parser/parser/internal/score"
	"parser/parser/internal/segment"
	"parser/parser/internal/structure"
	"parser/parser/lexicon"
)

// openLexicon opens a lexicon whose words a segmenter, and whose lemmas a tagger of lemmas is told of.
func openLexicon(name string, _ Opening) (Resource, error) {
	l, err := lexicon.Open(name)
	return Resource{Name: Lexicon, Value: l}, err
}

// digestOfWords identifies a lexicon by all that is told of it.
func digestOfWords(v any) (string, error) {
	return DigestOf(func(h io.Writer) (err error) {
		all := Resources{{Name: Lexicon, Value: v}}
		for form, tags := range all.tags() {
			_, err = fmt.Fprintf(h, "%s %q\n", form, tags)
		}
		for lemma := range all.lemmas {
			_, err = fmt.Fprintln(h, lemma)
		}
		return err
	})
}

// readsTags reports whether one of the scorers reads what lexicons say about tags: a network that predicts tags, except for lemmas.
func (t *Trainer) readsTags() bool {
	init := the[engine.Parser](t.given, Init)
	goesOn := init != nil && len(init.Predicts()) > 0
	return t.field != structure.Lemmas && slices.ContainsFunc(t.scorers, func(k score.Kind) bool {
		n, network := k.(neural.Kind)
		return network && (n.MultiTask != "" || goesOn || t.field != "")
	})
}

// checkLexicon returns an error if there is a lexicon and nothing that learns from one.
func (t *Trainer) checkLexicon() error {
	o := &t.options
	lemmas := t.field == structure.Lemmas || slices.Contains(structure.Names(o.Tag), structure.Lemmas)
	if t.given.Value(Lexicon) == nil || o.Pipeline || lemmas || t.readsTags() {
		return nil
	}
	return errors.New("a lexicon is for a segmenter, a tagger of lemmas, or a network that predicts tags, if they are trained " +
		"(--pipeline, --tag lemma, --multi-task upos)")
}

// lexiconsFor returns the lexicons that a tagger with options learns with: all if it is one of lemmas, or a network.
func (all Resources) lexiconsFor(o engine.Options) (own Resources) {
	scorers, _ := o.Scorers() // who trains the tagger reports the error
	if t := (&Trainer{field: o.Field, scorers: scorers}); o.Field != structure.Lemmas && !t.readsTags() {
		return nil
	}
	for _, r := range all {
		if r.Name == Lexicon {
			own = append(own, r)
		}
	}
	return own
}

// tags yields words of the lexicons, and what the first one that has a word says about its UPOS, XPOS, parts of XPOS and features;
// some words several times.
func (all Resources) tags() neural.Listed {
	joined := &lexicon.Lexicon{}
	for _, r := range all {
		if l, ok := r.Value.(*lexicon.Lexicon); ok {
			joined = joined.With(l)
		}
	}
	return func(yield func(string, []string) bool) {
		var tags []string
		for form := range joined.Forms() {
			tags = tags[:0]
			for _, a := range joined.Analyses(form) {
				tags = appendTags(tags, a.Tags)
			}
			if !yield(lookup.Form(form), tags) {
				return
			}
		}
	}
}

// appendTags appends what an entry says. The parts of an XPOS with colons, as Polish ones are, often are what languages have in
// common, or words that are rare with words that are not.
func appendTags(tags []string, own *lexicon.Tags) []string {
	if own.UPOS != "" {
		tags = append(tags, "UPOS="+own.UPOS)
	}
	if own.XPOS != "" {
		tags = append(tags, "XPOS="+own.XPOS)
		if strings.Contains(own.XPOS, ":") {
			for part := range strings.SplitSeq(own.XPOS, ":") {
				tags = append(tags, "part="+part)
			}
		}
	}
	for feature := range strings.SplitSeq(own.Feats, "|") {
		if feature != "" && feature != "_" {
			tags = append(tags, feature)
		}
	}
	return tags
}

// lemmas yields the lemmas of all lexicons in lower case, some of them several times.
func (all Resources) lemmas(yield func(lemma string) bool) {
	for _, r := range all {
		l, ok := r.Value.(*lexicon.Lexicon)
		if !ok {
			continue
		}
		for form := range l.Forms() {
			for _, a := range l.Analyses(form) {
				if a.Lemma != "" && !yield(strings.ToLower(a.Lemma)) {
					return
				}
			}
		}
	}
}

// addLists adds the words of each lexicon to the rules of a segmenter, unless rules are nil. It refuses those of no use.
func (t *Trainer) addLists(rules *segment.Rules) error {
	for i, r := range t.given {
		l, useless := r.Value.(*lexicon.Lexicon)
		if !useless || rules != nil && rules.AddList(l.Forms()) > 0 {
			continue
		}
		own := t.given[i : i+1]
		for range own.lemmas {
			useless = false
			break
		}
		if useless && t.readsTags() {
			for _, tags := range own.tags() {
				if len(tags) > 0 {
					useless = false
					break
				}
			}
		}
		switch {
		case useless && rules == nil:
			return fmt.Errorf("%w: a lexicon of %d entries has no lemma, and no segmenter is trained that would look for its words",
				engine.ErrOptions, l.Len())
		case useless:
			return fmt.Errorf("%w: a lexicon of %d entries has no lemma, and no word of two to eight characters as the treebank has "+
				"them without blanks, or of as many syllables with blanks", engine.ErrOptions, l.Len())
		}
	}
	return nil
}
