// Package text cuts raw text into sentences, tokens and words, as a treebank does.
//
//	rules, err := text.Learn(sentences)       // by counting
//	windows, err := rules.Windows(sentences)  // from which a tagger learns to decide the rest
//	r := text.NewReader(in, "book.txt", rules, tag, text.Options{}) // tag asks that tagger
//	for s, err := range r.All() {             // CoNLL-U with FORM, ranges, MISC and # text
//
// Unicode word segmentation (UAX #29) and a few rules cut what stands between blanks into units, so small that a token
// hardly ever ends inside one: letters, digits, marks, and in scripts without blanks single characters. For each unit a
// tagger of the parser, which sees the units of a window as the words of a sentence, decides what ends after it:
// nothing, a token, or a sentence; and whether the token consists of several words (as the tokenizers of UDPipe and
// Stanza do for characters: Straka et al. 2016; Qi et al. 2018). Rules split those.
//
// Where text itself says more than a tagger can know, that holds: marks at the edges of words, signs of currencies,
// hashtags and emoji are tokens, titles end no sentence before a name, and hardly anything does before a small letter. What a
// treebank does otherwise as a rule is counted in it, too.
//
// Text in which sentences, or tokens as well, are known already keeps them: see [Segmented].
//
// Nothing of the text is lost: [AppendText] restores it from the sentences, byte for byte.
package segment

import (
	"strings"

	"parser/conll"
)

// Tagger decides what ends after each unit: it sets XPOS in all words of some windows, from their FORM, LEMMA, UPOS and
// FEATS. It may set anything; a value other than the tags of [Rules.Windows] ends a token.
type Tagger func(windows []*conll.Sentence) error

// Forms gives n units the forms under which a tagger knows them: it asks get for the form of each, and whether a blank
// follows, and sets those that are to be changed. Nil is for forms as treebanks write them.
type Forms func(n int, get func(i int) (form string, blank bool), set func(i int, form string))

// Field is the column of windows that says what ends after a unit.
const Field = "xpos"

// What ends after a unit, as values of XPOS.
const (
	tagInside            = "I"
	tagToken             = "T"
	tagSentence          = "S"
	tagMultiword         = "M" // a token of several words
	tagMultiwordSentence = "MS"
)

// unit is a stretch of text without blanks.
type unit struct {
	form   string
	norm   string  // its normal form
	file   string  // how it stands in the file; without markup the same
	blank  string  // the blanks up to the next unit, as text shows them
	gap    string  // … as they stand in the file; without markup the same
	lead   string  // what stands before it in the file, if it follows no unit
	start  int     // its place in the file, as Options.Ranges counts
	end    int     // … and its end
	line   int     // from 1
	last   bool    // a paragraph ends after it
	places []place // where in file each byte of form stands; nil if they are the same
	tag    string  // the tagger's decision
	net    bool    // it belongs to a web or mail address
	small  bool    // no letter around it is a capital

	abbr   abbreviation // that it belongs to
	stop   bool         // it is the full stop of that
	forced string       // its tag, decided at a unit before
	closed bool         // the tagger ended a sentence at the mark before it
	cited  bool         // signs of references follow without a blank

	broken bool // the text cannot be read after it, where a sentence goes on
}

// size returns the length of what the unit is in the file, in bytes.
func (u *unit) size() int { return len(u.file) + len(u.gap) }

// closes reports whether the unit is a mark that follows an address and does not belong to it.
func (u *unit) closes() bool {
	return u.net && (u.blank != "" || u.last) && strings.Contains(".,;:!?", u.form)
}
