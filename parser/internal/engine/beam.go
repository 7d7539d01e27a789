package engine

import (
	"errors"
	"iter"
	"math"
	"slices"
	"sort"

	"parser/model"
	"parser/oracle"
	"parser/parser/internal/decode"
	"parser/parser/internal/lookup/foreign"
	"parser/parser/internal/score"
	"parser/parser/internal/structure"
	"parser/parser/learn"
)

// ErrBeam is the cause when a parser cannot search with a beam.
var ErrBeam = errors.New("no such beam")

// Temperatures to try are 2^(i/16) for i from −coldest: about 4 % apart.
const (
	perOctave = 16
	coldest   = 20 * perOctave
)

// calibrationWords is about how many words are enough to find a temperature.
const calibrationWords = 10000

// Calibrated returns a parser like p whose Meta.Temperature makes the best actions, by the oracle that p learned from,
// most likely (Guo, Pleiss, Sun & Weinberger 2017). It turns scores into probabilities, which a beam compares. Of
// dependencies it also sets Meta.HeadLogit, and of what reads words Meta.Unknown. dev is p's Bank of sentences that p has not learned from. The error says why
// p cannot be calibrated.
func (p *Parser) Calibrated(dev *structure.Bank) (*Parser, error) {
	if dev == nil {
		return nil, ErrNil
	}
	if p.only != "" {
		return nil, errPart
	}
	name := p.meta.Options.Oracle
	o, err := oracle.New(name, p.system)
	if err != nil {
		return nil, err
	}
	corpus, err := dev.Corpus(p.codec, o, p.meta.Labels)
	if err != nil {
		return nil, err
	}
	words, decoder := score.Words(corpus.Words), learn.Decoder{}
	c := calibration{session: p.scorer.NewSession(), derivation: p.Shape().Derivation(), oracle: o, onPath: oracle.Describe(name).OnPath}
	for i := 0; i < len(corpus.Words); i += 1 + words/calibrationWords {
		if err := o.Start(&corpus.Golds[i]); err != nil {
			return nil, err
		}
		words := corpus.Words[i]
		if known := p.meta.Treebanks; len(known) > 0 {
			words = score.Following(nil, words, known, corpus.From[i].Name)
		}
		c.session.Read(words)
		c.derivation.Config.Given = p.codec.Given(corpus.Words[i])
		c.derivation.Start(0, len(corpus.Words[i]))
		if err := decoder.Run(&c, &c.derivation); err != nil {
			return nil, err
		}
	}
	q := p.clone()
	q.meta.HeadLogit = [2]float64{}
	q.meta.Temperature = temperature(sort.Search(2*coldest, func(i int) bool { return c.loss(i+1) >= c.loss(i) }))
	if p.builds.Heads {
		q.meta.HeadLogit = q.headLogit(dev, 1+words/calibrationWords)
	}
	var dictionaries []iter.Seq[string]
	for _, t := range p.Taggers() {
		dictionaries = append(dictionaries, t.meta.Lemmas.Forms())
	}
	if known := foreign.Of(p.scorer, 0, "", dictionaries...); known != nil && p.Field() == "" {
		q.meta.Unknown = known.Rate(slices.Values(dev.Words))
	}
	return q, nil
}

func temperature(i int) float64 { return math.Exp2(float64(i-coldest) / perOctave) }

// calibration is a policy that follows the parser or, if the oracle knows only its own path, the oracle.
type calibration struct {
	session    score.Session
	derivation decode.Derivation
	oracle     oracle.Oracle
	onPath     bool
	judged     []judgement
}

// judgement is a decision, and the same decision with the best classes only.
type judgement struct{ all, best learn.Decision }

// Choose implements learn.Policy for its derivation.
func (c *calibration) Choose(decisions []*learn.Decision) error {
	d := decisions[0]
	c.session.Score(decisions)
	if err := c.derivation.Price(c.oracle); err != nil {
		return err
	}
	if d.Choice = d.Best(); c.onPath {
		d.Choice = d.Cheapest(d.Scores)
	}
	all := learn.Decision{Decision: model.Decision{Classes: slices.Clone(d.Classes)}, Scores: slices.Clone(d.Scores)}
	best, least := all, slices.Min(d.Costs)
	best.Classes = nil
	for i, k := range d.Classes {
		if d.Costs[i] == least {
			best.Classes = append(best.Classes, k)
		}
	}
	c.judged = append(c.judged, judgement{all, best})
	return nil
}

// loss returns −Σ log p of the best classes at temperature(i).
func (c *calibration) loss(i int) (sum float64) {
	for _, j := range c.judged {
		sum += j.all.LogSum(temperature(i)) - j.best.LogSum(temperature(i))
	}
	return sum
}
