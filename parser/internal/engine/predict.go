package engine

import (
	"math"
	"slices"

	"parser/conll"
	"parser/parser/internal/decode"
	"parser/parser/internal/score"
	"parser/parser/internal/structure"
	"parser/transition"
)

// predictPass sets the columns that the scorer predicts, in all words of the sentences that it has read or in those where
// they are empty, and says which tags derivations have to agree with.
type predictPass struct {
	parser *Parser
	filler score.Filler // nil if the scorer predicts nothing
	fields []string     // that it predicts
	upos   int          // which of them is UPOS; -1 for none
	values []string     // of a word, in these fields
	heads  []bool       // which nodes have dependents
	of     []*predicted // the sentences of a batch

	narrowing *narrowing // by a lexicon; nil for none
}

// predicted is what was predicted of a sentence.
type predicted struct {
	guessed [][]int // the words in which each field is predicted
	tags    []int32 // of the words, as the model's Agreement numbers them
	tagging decode.Tagging
}

// predicted returns the columns that the scorer predicts.
func (p *Parser) predicted() []string {
	if f, ok := p.scorer.(score.Predictor); ok {
		return f.Fields()
	}
	return nil
}

func newPredictPass(w *worker) pass {
	p := &predictPass{parser: w.parser, fields: w.parser.predicted(), upos: -1, narrowing: w.narrowing}
	if len(p.fields) > 0 {
		p.filler, p.upos = w.scorer.session.(score.Filler), slices.Index(p.fields, "upos")
	}
	if p.filler == nil && (w.parser.meta.Agreement == nil || !w.parser.decodes()) {
		return nil
	}
	w.predicts = p
	return p.run
}

func (p *predictPass) run(sentences []*sentence) {
	for _, s := range sentences {
		if s.number == len(p.of) {
			p.of = append(p.of, &predicted{})
		}
		if own := p.of[s.number]; p.filler != nil {
			own.guessed = own.guessed[:0]
			for _, field := range p.fields {
				own.guessed = append(own.guessed, toFill(field, s.words, p.parser.request.Retag))
			}
			for i := range s.words {
				p.guess(s, i, &s.words[i], transition.None)
			}
		}
		p.agree(s)
	}
}

// agree sets the tags that the derivation of a sentence has to agree with.
func (p *predictPass) agree(s *sentence) {
	a, own := p.parser.meta.Agreement, p.of[s.number]
	if a == nil {
		return
	}
	own.tags = own.tags[:0]
	for i := range s.words {
		own.tags = append(own.tags, a.Number(s.words[i].UPOS))
	}
	own.tagging = decode.Tagging{Agreement: a, Best: own.tags}
	if p.upos >= 0 {
		number := s.number
		own.tagging.Change = func(word int, tag int32) float64 {
			if best := own.tags[word]; best != transition.None && p.isGuess(number, p.upos, word) {
				of := func(tag int32) float64 { return float64(p.filler.Probability("upos", a.Tags[tag], number, word)) }
				return min(0, math.Log(of(tag)/of(best)))
			}
			return math.Inf(-1)
		}
	}
	s.derivation.Tagging = &own.tagging
}

// isGuess reports whether a field was predicted for a word of a sentence.
func (p *predictPass) isGuess(sentence, field, word int) bool {
	_, found := slices.BinarySearch(p.of[sentence].guessed[field], word)
	return found
}

// guess sets the predicted columns of a word, so that they agree with its other columns and, unless it is
// transition.None, with the tag.
func (p *predictPass) guess(s *sentence, i int, word *conll.Word, tag int32) {
	p.values = p.values[:0]
	any := false
	for f, field := range p.fields {
		value := *structure.Column(word, field)
		if f == p.upos && tag != transition.None {
			value = p.parser.meta.Agreement.Tags[tag]
		} else if p.isGuess(s.number, f, i) {
			value, any = "", true
		}
		p.values = append(p.values, value)
	}
	if any && !p.byEntry(s, i) {
		p.filler.Predict(p.values, s.number, i)
	}
	for f, field := range p.fields {
		*structure.Column(word, field) = p.values[f]
	}
}

// repairTags changes predicted tags of words that do not suit the tree of the sentence's derivation.
func (p *predictPass) repairTags(s *sentence, words []conll.Word) {
	if p.upos < 0 || s.derivation.Tagging == nil {
		return
	}
	nodes, own := s.derivation.Config.Nodes, p.of[s.number]
	p.heads = append(p.heads[:0], make([]bool, len(nodes))...)
	for _, n := range nodes[1:] {
		p.heads[n.Head] = true
	}
	for i := range words {
		also := p.parser.rules.Suiting(&own.tagging, nodes, int32(i+1))
		tag, change := own.tagging.Fitting(i, nodes[i+1].Label, p.heads[i+1], also)
		if tag != own.tags[i] && !math.IsInf(change, -1) {
			p.guess(s, i, &words[i], tag)
		}
	}
}

// probability returns that of the tag of a word, 0 unless it was predicted.
func (p *predictPass) probability(sentence, word int, tag string) float64 {
	if p == nil || p.upos < 0 || !p.isGuess(sentence, p.upos, word) {
		return 0
	}
	return float64(p.filler.Probability("upos", tag, sentence, word))
}
