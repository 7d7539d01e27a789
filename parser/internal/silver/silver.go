// Package silver labels raw text by parsers and keeps the sentences that are labelled well enough to learn from: those
// that one parser is sure of (self-training: McClosky, Charniak & Johnson 2006), or that several parsers label alike
// (Sagae & Tsujii 2007; tri-training: Zhou & Li 2005).
//
//	l, err := silver.New(parsers, silver.Options{Shortest: 5, Longest: 40, Agree: 1, Workers: 2})
//	err = l.Label(ctx, sentences.Read, emit)
//	fmt.Println(l.Kept.Words)
//
// Text of any length takes bounded memory, and the result is the same with any number of workers.
package silver

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/internal/engine"
	"parser/parser/internal/segment"
	"parser/parser/internal/structure"
	"parser/parser/treebank"
)

// Options say which sentences are kept.
type Options struct {
	Shortest, Longest int     // words
	Agree             float64 // share of the first parser's structure that each other parser must build, too
	Confidence        float64 // least one of the first parser, see [treebank.Item]; 0 for any
	Words             int     // about how many to keep; 0 for all
	Size              int64   // of the text in bytes, from which Words are taken evenly; 0 if it is not known, which takes the first ones
	Workers           int
}

// Reason says why a sentence was dropped.
type Reason int

// The reasons, in the order in which they are looked for.
const (
	Spare    Reason = iota // where Words are taken evenly, it was not needed
	Short                  // fewer words than Shortest
	Long                   // more than Longest
	HeldOut                // it occurs in what is held out
	Double                 // it occurred before
	Unsure                 // Confidence
	Disputed               // Agree
	Reasons                // their number
)

// Size counts sentences and their words.
type Size struct{ Sentences, Words int }

func (s *Size) add(words int) { s.Sentences, s.Words = s.Sentences+1, s.Words+words }

// Group counts labelled sentences of about the same length.
type Group struct {
	Labelled, Kept        Size
	Agreement, Confidence float64 // sums over sentences
}

// Groups have lengths 1 to GroupWidth and so on; the last one has all that are longer.
const Groups, GroupWidth = 6, 10

// Report says what was done.
type Report struct {
	Read, Kept Size
	Dropped    [Reasons]Size
	Groups     [Groups]Group // by length
}

// Labeller labels text. It is used once, in one goroutine.
type Labeller struct {
	Options
	Report
	parsers []*engine.Parser
	encoder structure.Codec
	known   known
	place   int64 // in the text, in bytes
	text    []byte
}

// ErrUnsure is the cause when a parser has to say how sure it is, and cannot.
var ErrUnsure = errors.New("the model does not know how sure it is, which it learns if it is trained with dev")

// ErrOther is the cause when parsers build different structures.
var ErrOther = errors.New("models of different kinds")

// New returns a labeller with one parser or several. Errors are ErrUnsure and ErrOther.
func New(parsers []*engine.Parser, o Options) (*Labeller, error) {
	builds := parsers[0].Structure()
	for _, p := range parsers {
		if own := p.Structure(); own != builds {
			return nil, fmt.Errorf("%w: %s and %s", ErrOther, builds.Name(), own.Name())
		}
	}
	m := parsers[0].Meta()
	if o.Confidence > 0 && m.Temperature == 0 {
		return nil, ErrUnsure
	}
	encoding := m.Options.Encoding
	encoding.NonProjective = m.NonProjective
	e, err := encoding.Codec(m.System, m.Roots)
	if err != nil {
		return nil, err
	}
	r := parsers[0].Request()
	r.Derivation = true
	first, err := parsers[0].With(r)
	return &Labeller{Options: o, parsers: append([]*engine.Parser{first}, parsers[1:]...), encoder: e, known: known{}}, err
}

// HoldOut keeps sentences like this one from being kept: with the same letters, wherever words end.
func (l *Labeller) HoldOut(it *treebank.Item) { l.known[keyOf(it)] = true }

// chunkSentences and chunkWords bound how much is read before it is labelled.
const chunkSentences, chunkWords = 1024, 1 << 15

// Label reads items with sentences of raw text until io.EOF, and hands those that are to be kept to emit, with the first
// parser's structure. It stops at the first error of next, emit or ctx, after all that was read before it, except that
// ctx drops what is being labelled.
func (l *Labeller) Label(
	ctx context.Context, next func() (*treebank.Item, error), emit func(*treebank.Item) error,
) error {
	for l.Words == 0 || l.Kept.Words < l.Words {
		items, end := l.read(next)
		if err := l.label(ctx, items, emit); err != nil {
			return err
		}
		if end == io.EOF {
			return nil
		}
		if end != nil {
			return end
		}
	}
	return nil
}

// Share returns about how much of the work is done, from 0 to 1: of Words or, without them, of the text; 0 if neither is
// known.
func (l *Labeller) Share() float64 {
	switch {
	case l.Words > 0:
		return min(1, float64(l.Kept.Words)/float64(l.Words))
	case l.Size > 0:
		return min(1, float64(l.place)/float64(l.Size))
	}
	return 0
}

// read returns the sentences of a chunk that are to be labelled, and the error that ended it.
func (l *Labeller) read(next func() (*treebank.Item, error)) (items []*treebank.Item, err error) {
	spare := l.Words > 0 && float64(l.Kept.Words)*float64(l.Size) > float64(l.Words)*float64(l.place)
	for n, words := 0, 0; n < chunkSentences && words < chunkWords; n++ {
		it, err := next()
		if err != nil {
			return items, err
		}
		l.Read.add(len(it.Words))
		words += len(it.Words)
		if l.Size > 0 {
			l.text, _ = segment.AppendText(l.text[:0], it.Sentence)
			l.place += int64(len(l.text))
		}
		if why := l.unfit(it, spare); why < Reasons {
			l.Dropped[why].add(len(it.Words))
		} else {
			items = append(items, it)
		}
	}
	return items, nil
}

// unfit returns the reason why a sentence is not labelled, or Reasons.
func (l *Labeller) unfit(it *treebank.Item, spare bool) Reason {
	switch {
	case spare:
		return Spare
	case len(it.Words) < l.Shortest:
		return Short
	case len(it.Words) > l.Longest:
		return Long
	}
	return l.known.see(it)
}

// label labels sentences and emits those that are to be kept.
func (l *Labeller) label(ctx context.Context, items []*treebank.Item, emit func(*treebank.Item) error) error {
	labelled := [][]*treebank.Item{items}
	for range l.parsers[1:] {
		var own []*treebank.Item
		for _, it := range items {
			own = append(own, treebank.SentenceItem(it.Sentence.Clone()))
		}
		labelled = append(labelled, own)
	}
	for i, p := range l.parsers {
		nothing := func(*treebank.Item) error { return nil }
		if err := p.Run(ctx, textfile.Each(labelled[i]), nothing, l.Workers); err != nil {
			return err
		}
	}
	for i, it := range items {
		agreement, words := 1.0, len(it.Words)
		for _, others := range labelled[1:] {
			share, err := structure.Agreement(l.encoder, it, others[i])
			if err != nil {
				return err
			}
			agreement = min(agreement, share)
		}
		g := &l.Groups[min((words-1)/GroupWidth, Groups-1)]
		g.Labelled.add(words)
		g.Agreement, g.Confidence = g.Agreement+agreement, g.Confidence+it.Confidence
		if why := l.poor(it, agreement); why < Reasons {
			l.Dropped[why].add(words)
			continue
		}
		l.remark(it, agreement)
		if err := emit(it); err != nil {
			return err
		}
		g.Kept.add(words)
		l.Kept.add(words)
	}
	return nil
}

// poor returns the reason why a labelled sentence is not kept, or Reasons.
func (l *Labeller) poor(it *treebank.Item, agreement float64) Reason {
	switch {
	case l.Words > 0 && l.Kept.Words >= l.Words:
		return Spare
	case it.Confidence < l.Confidence:
		return Unsure
	case agreement < l.Agree:
		return Disputed
	}
	return Reasons
}

// remark says how good a sentence is. It is no longer part of a document, since others are missing.
func (l *Labeller) remark(it *treebank.Item, agreement float64) {
	it.Sentence.Extras = slices.DeleteFunc(it.Sentence.Extras, func(x conll.Extra) bool {
		return strings.HasPrefix(x.Text, "# newdoc") || strings.HasPrefix(x.Text, "# newpar")
	})
	if l.parsers[0].Meta().Temperature > 0 {
		structure.Remark(it, "confidence", fmt.Sprintf("%.3f", it.Confidence))
	}
	if len(l.parsers) > 1 {
		structure.Remark(it, "agreement", fmt.Sprintf("%.3g", agreement))
	}
}
