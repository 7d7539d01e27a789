package engine

import (
	"cmp"

	"parser/conll"
	"parser/parser/internal/decode"
	"parser/parser/internal/score"
	"parser/parser/internal/segment"
	"parser/parser/learn"
	"parser/transition"
)

// newReadPass shows the scorer the words of sentences, and what is to be kept of their trees to derivations.
func newReadPass(w *worker) pass {
	p := w.parser
	if !p.decodes() && len(p.predicted()) == 0 {
		return nil
	}
	w.narrow()
	if own, ok := w.scorer.session.(score.Partial); ok && !p.decodes() {
		own.OnlyFill()
	}
	var seen, plain, marked [][]conll.Word // plain and marked are the memory for those that are told whose annotation they follow
	return func(sentences []*sentence) {
		seen = seen[:0]
		for i, s := range sentences {
			if i == len(plain) {
				plain, marked = append(plain, nil), append(marked, nil)
			}
			plain[i] = p.codec.Seen(plain[i], s.words)
			if s.kept != nil {
				s.derivation.System = s.kept.Start(s.item, plain[i])
			}
			s.seen = plain[i]
			if known := p.meta.Treebanks; len(known) > 0 {
				marked[i] = score.Following(marked[i], s.seen, known, s.item.Treebank, p.request.Treebank)
				s.seen = marked[i]
			}
			seen = append(seen, s.seen)
		}
		if w.narrowing != nil {
			w.narrowing.sentences = sentences
		}
		w.scorer.session.Read(seen...)
	}
}

// decodePass runs the system over the sentences that the scorer has read, side by side: greedily, or with a beam.
type decodePass struct {
	parser      *Parser
	scorer      *scoring
	decoder     learn.Decoder
	beam        decode.Beam
	temperature float64
	narrowing   *narrowing // by a lexicon; nil for none
	sentences   []*sentence
	states      []learn.State
}

// trusted is the lead, in logarithms of odds, by which the network of a segmenter decides without the templates beside it, as it
// does with nine in ten units of English. In the devs of 73 treebanks, 457,000 words, it cuts three places in another way, all
// in Czech laws.
const trusted = 3

func newDecodePass(w *worker) pass {
	p := w.parser
	if !p.decodes() {
		return nil
	}
	if own, ok := w.scorer.session.(score.Trusting); ok && p.Field() == segment.Field {
		own.Trust(trusted)
	}
	beam := decode.Beam{Width: p.width(), Temperature: p.meta.Temperature, All: p.request.NBest > 0, Sums: p.meta.Options.Beam > 0}
	return (&decodePass{parser: p, scorer: &w.scorer, beam: beam, temperature: cmp.Or(p.meta.Temperature, 1), narrowing: w.narrowing}).run
}

func (p *decodePass) run(sentences []*sentence) {
	p.sentences, p.states = sentences, p.states[:0]
	for i, s := range sentences {
		d := &s.derivation
		d.Config.Given = p.parser.codec.Given(s.seen)
		s.log = 0
		if p.narrowing != nil && p.parser.Field() != "" {
			d.Constraint = s.tags.start(p.narrowing, s)
		}
		if d.Start(i, len(s.seen)); p.beam.Width > 1 || p.beam.All {
			s.log = p.beam.Run(p.scorer, d)
			s.keep(&p.beam)
		}
		p.states = append(p.states, d)
	}
	_ = p.decoder.Run(p, p.states...) // cannot fail: its only errors are those of Choose
}

// Choose implements learn.Policy; it never fails. One class alone needs no scores.
func (p *decodePass) Choose(decisions []*learn.Decision) error {
	for _, d := range p.scorer.score(decisions) {
		if d.Choice = decode.Agreed(d); p.parser.request.Derivation {
			p.sentences[d.Input].log += float64(d.Scores[d.Choice])/p.temperature - d.LogSum(p.temperature)
		}
	}
	return nil
}

// found is a derivation that a beam has found: its terminal configuration, and the logarithm of its probability.
type found struct {
	config transition.Config
	log    float64
}

// keep copies what a beam has found, if it was to find all.
func (p *place) keep(b *decode.Beam) {
	if p.found = p.found[:0]; !b.All {
		return
	}
	for d, log := range b.Found {
		f := &found{log: log}
		f.config.CopyFrom(&d.Config)
		p.found = append(p.found, f)
	}
}
