// Package ensemble scores by several scorers: their scores are added, each with a weight.
//
//	s := ensemble.New(ensemble.Part{Kind: "linear", Weight: 0.01, Scorer: a}, ensemble.Part{Kind: "neural", Weight: 1, Scorer: b})
//
// If scores are logarithms of probabilities up to a constant, as those of a network are, and
// weights are 1/n, the sum is a logarithmic opinion pool (Hinton 2002; Smith, Cohn & Osborne 2005).
// A weight can stand for the temperature by which scores of another kind become such logarithms.
package ensemble

import (
	"encoding/json"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"

	"parser/conll"
	"parser/model/npz"
	"parser/parser/internal/loops"
	"parser/parser/internal/score"
	"parser/parser/internal/transformer"
	"parser/parser/learn"
)

// Part is one of the scorers.
type Part struct {
	Kind   string       // the name of its kind
	Weight float32      // by which its scores are multiplied, above 0
	Scorer score.Scorer `json:"-"`
}

type ensemble []Part

// New returns the sum of parts, which score decisions of the same parsers.
func New(parts ...Part) score.Scorer { return ensemble(slices.Clone(parts)) }

func (e ensemble) NewSession() score.Session {
	s := &session{}
	for _, p := range e {
		s.parts, s.weights = append(s.parts, p.Scorer.NewSession()), append(s.weights, p.Weight)
	}
	for i, p := range e {
		if sameColumns(e[0].Scorer, p.Scorer) {
			s.fillers = append(s.fillers, s.parts[i].(score.Filler))
		}
	}
	if len(s.fillers) > 0 {
		s.Filler, s.fields = s.fillers[0], len(e.Fields())
	}
	return s
}

func (e ensemble) Batch() int {
	words := 0
	for _, p := range e {
		words = max(words, p.Scorer.Batch())
	}
	return words
}

// Transformer returns the encoder that the parts read; nil if no part reads one.
func (e ensemble) Transformer() *transformer.Encoder {
	for _, p := range e {
		if reader, ok := p.Scorer.(interface{ Transformer() *transformer.Encoder }); ok && reader.Transformer() != nil {
			return reader.Transformer()
		}
	}
	return nil
}

// Forms implements score.Lexical: those of one part, since all learn from the same words.
func (e ensemble) Forms() iter.Seq[string] {
	for _, p := range e {
		if own, ok := p.Scorer.(score.Lexical); ok {
			return own.Forms()
		}
	}
	return func(func(string) bool) {}
}

func (e ensemble) Describe() string {
	var texts []string
	for _, p := range e {
		texts = append(texts, fmt.Sprintf("%.3g × %s (%s)", p.Weight, p.Kind, p.Scorer.Describe()))
	}
	return strings.Join(texts, " + ")
}

func (e ensemble) Columns() (names []string) {
	for _, p := range e {
		names = append(names, p.Scorer.Columns()...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// headEntry of a model file lists the parts, whose entries have names that begin with "0/", "1/" …
const headEntry = "ensemble"

func partPrefix(prefix string, part int) string { return fmt.Sprintf("%s%d/", prefix, part) }

func (e ensemble) Entries(prefix string) []npz.Entry {
	text, _ := json.Marshal([]Part(e)) // which is names and finite numbers
	entries := []npz.Entry{npz.Text(prefix+headEntry, text)}
	for i, p := range e {
		entries = append(entries, p.Scorer.Entries(partPrefix(prefix, i))...)
	}
	return entries
}

func (e ensemble) Packed(p npz.Precision) score.Scorer {
	packed := slices.Clone(e)
	for i, part := range packed {
		if own, ok := part.Scorer.(score.Packer); ok {
			packed[i].Scorer = own.Packed(p)
		}
	}
	return packed
}

// Loader loads ensembles. Kind returns the kind of a part by its name, or an error if parts cannot
// be of that kind.
type Loader struct {
	Kind func(name string) (score.Kind, error)
}

// Name implements score.Loader.
func (Loader) Name() string { return "ensemble" }

// Load implements score.Loader.
func (l Loader) Load(arrays *npz.Arrays, prefix string, s *score.Shape) (score.Scorer, error) {
	parts, kinds, err := l.parts(arrays, prefix)
	if err != nil {
		return nil, err
	}
	for i, kind := range kinds {
		if parts[i].Scorer, err = kind.Load(arrays, partPrefix(prefix, i), s); err != nil {
			return nil, fmt.Errorf("part %d of an ensemble: %w", i, err)
		}
	}
	return ensemble(parts), nil
}

// LoadForms implements score.WordLoader: those of the first part that has some, see Forms.
func (l Loader) LoadForms(arrays *npz.Arrays, prefix string) ([]string, error) {
	_, kinds, err := l.parts(arrays, prefix)
	for i, kind := range kinds {
		if own, ok := kind.(score.WordLoader); ok {
			return own.LoadForms(arrays, partPrefix(prefix, i))
		}
	}
	return nil, err
}

// parts reads what an ensemble says about its parts, and returns their kinds.
func (l Loader) parts(arrays *npz.Arrays, prefix string) (parts []Part, kinds []score.Kind, err error) {
	text, err := npz.Array[byte](arrays, prefix+headEntry)
	if err != nil {
		return nil, nil, err
	}
	if err := json.Unmarshal(text, &parts); err != nil {
		return nil, nil, fmt.Errorf("%w: %w", npz.ErrFile, err)
	}
	if len(parts) == 0 {
		return nil, nil, fmt.Errorf("%w: an ensemble without parts", npz.ErrFile)
	}
	for i, p := range parts {
		if !(p.Weight > 0) {
			return nil, nil, fmt.Errorf("%w: part %d of an ensemble has the weight %v", npz.ErrFile, i, p.Weight)
		}
		kind, err := l.Kind(p.Kind)
		if err != nil {
			return nil, nil, fmt.Errorf("%w: part %d of an ensemble: %w", npz.ErrFile, i, err)
		}
		kinds = append(kinds, kind)
	}
	return parts, kinds, nil
}

// sameColumns reports whether two scorers predict the same columns, some at least, with the same values.
func sameColumns(a, b score.Scorer) bool {
	p, ok := a.(score.Predictor)
	q, also := b.(score.Predictor)
	return ok && also && len(p.Fields()) > 0 && slices.Equal(p.Fields(), q.Fields()) &&
		!slices.ContainsFunc(p.Fields(), func(field string) bool { return !slices.Equal(p.Values(field), q.Values(field)) })
}

type session struct {
	score.Filler // the first part, if it predicts columns
	fields       int
	fillers      []score.Filler // the first part and those that predict the same columns
	parts        []score.Session
	weights      []float32
	sums         []float32         // of all decisions, run together
	lead         float32           // see Trust; 0 for none
	open         []*learn.Decision // those that the last part leaves to all
}

func (s *session) Read(sentences ...[]conll.Word) {
	for _, p := range s.parts {
		p.Read(sentences...)
	}
	if len(s.fillers) < 2 {
		return
	}
	for sentence, words := range sentences {
		for word := range words {
			for field := range s.fields {
				s.pool(field, sentence, word)
			}
		}
	}
}

// pool makes what the first part thinks of a word's column the mean of what the parts think.
func (s *session) pool(field, sentence, word int) {
	mean := s.Distribution(field, sentence, word)
	for _, f := range s.fillers[1:] {
		loops.Add(mean, f.Distribution(field, sentence, word))
	}
	for i := range mean {
		mean[i] /= float32(len(s.fillers))
	}
}

// Narrow implements score.Narrower: each part that is pooled narrows what it thinks.
func (s *session) Narrow(change func(sentence, word int, columns [][]float32)) {
	for _, f := range s.fillers {
		if own, ok := f.(score.Narrower); ok {
			own.Narrow(change)
		}
	}
}

// OnlyFill implements score.Partial: parts that predict other columns, or none, read nothing.
func (s *session) OnlyFill() {
	s.parts = s.parts[:0]
	for _, f := range s.fillers {
		if own, ok := f.(score.Partial); ok {
			own.OnlyFill()
		}
		s.parts = append(s.parts, f.(score.Session))
	}
}

// Trust implements score.Trusting.
func (s *session) Trust(lead float32) { s.lead = lead }

// unsure lets the last part score decisions, and returns those in which its best class is not far enough ahead.
func (s *session) unsure(decisions []*learn.Decision) []*learn.Decision {
	last := len(s.parts) - 1
	s.parts[last].Score(decisions)
	s.open = s.open[:0]
	for _, d := range decisions {
		best, second := float32(math.Inf(-1)), float32(math.Inf(-1))
		for _, k := range d.Classes {
			second = max(second, min(best, d.Scores[k]))
			best = max(best, d.Scores[k])
		}
		if !((best-second)*s.weights[last] > s.lead) {
			s.open = append(s.open, d)
		}
	}
	return s.open
}

func (s *session) Score(decisions []*learn.Decision) {
	if s.lead > 0 {
		decisions = s.unsure(decisions)
	}
	for i, p := range s.parts {
		p.Score(decisions)
		if i == 0 {
			n := 0
			for _, d := range decisions {
				n += len(d.Scores)
			}
			s.sums = slices.Grow(s.sums[:0], n)[:n]
			clear(s.sums)
		}
		rest := s.sums
		for _, d := range decisions {
			loops.AddScaled(rest, d.Scores, s.weights[i])
			rest = rest[len(d.Scores):]
		}
	}
	rest := s.sums
	for _, d := range decisions {
		rest = rest[copy(d.Scores, rest):]
	}
}

// Fields returns the columns that the first part predicts, together with others that predict the same ones: the
// probabilities of values are the means of theirs.
func (e ensemble) Fields() []string {
	if p, ok := e[0].Scorer.(score.Predictor); ok {
		return p.Fields()
	}
	return nil
}

func (e ensemble) Values(field string) []string { return e[0].Scorer.(score.Predictor).Values(field) }
