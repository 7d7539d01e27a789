package structure

import (
	"cmp"
	"errors"
	"fmt"

	"parser/transition"
)

// Encoding says what codecs make of a treebank; each uses those that concern it.
type Encoding struct {
	NonProjective string // "head", "path", "head+path" (Nivre & Nilsson 2005), "skip", or "keep" with an oracle that takes any tree
	Steps         string // what is done to constituency trees before: ptb.ParseSteps; the root is unified in any case
	MaxOpens      int    // brackets opened in a row (bracket); 0 takes as many as the training trees need, at most MaxBound
	MaxUnary      int    // brackets over the same words (in-order); 0 takes as many as the training trees need, at most MaxBound
	Unary         string // brackets that may have a single child (bracket): "any", "no-chain", "strict"
	Field         string `json:",omitempty"` // the column that a tagger fills: Fields
	Columns       string `json:",omitempty"` // the columns that a tagger may read besides the form: lemma and Fields, with commas between them
	Backwards     bool   `json:",omitempty"` // tag from the last word to the first
	Reentrance    bool   `json:",omitempty"` // graphs have moves for re-entrancies
	Wikify        bool   `json:",omitempty"` // graphs have moves for links to Wikipedia
}

// Reads returns Columns or, if a tagger of lemmas has none, those that it reads then: the tags.
func (s *Encoding) Reads() string {
	if s.Field == Lemmas {
		return cmp.Or(s.Columns, tagColumns)
	}
	return s.Columns
}

// MaxBound is the largest MaxOpens and MaxUnary, in brackets per word. Real trees need fewer than ten, and one odd
// training tree must not make all parses slow.
const MaxBound = 100

// KeepsNonProjective reports whether non-projective trees are learned as they are.
func (s *Encoding) KeepsNonProjective() bool { return s.NonProjective == keepNonProjective }

// ErrOptions is the cause of errors in an Encoding.
var ErrOptions = errors.New("bad training options")

// Codec returns the codec of what the named system builds. Of dependency trees roots says how many they have:
// "single", "multi", or "", which takes single if every training tree has one. The cause of an error is ErrOptions.
func (s *Encoding) Codec(system, roots string) (e Codec, err error) {
	kind, err := OfSystem(system)
	_, rootsErr := transition.ParseRoots(cmp.Or(roots, transition.SingleRoot.String()))
	_, unaryErr := transition.ParseUnary(cmp.Or(s.Unary, transition.AnyUnary.String()))
	err = cmp.Or(err, rootsErr, unaryErr)
	for _, bound := range []int{s.MaxOpens, s.MaxUnary} {
		if err == nil && (bound < 0 || bound > MaxBound) {
			err = fmt.Errorf("a bound of %d brackets is out of range, 0 to %d", bound, MaxBound)
		}
	}
	if err == nil {
		e, err = kind.codec(s, system, roots)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrOptions, err)
	}
	return e, nil
}
