package experiment

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"parser/conll"
	"parser/eval/conllx"
	"parser/oracle"
	"parser/parser"
	"parser/parser/features"
	"parser/parser/train"
	"parser/parser/treebank"
	"parser/transition"
)

// Data is a treebank that parsers are trained and scored on. NewData makes it: a literal
// has no digests, by which [Trial.Key] tells treebanks apart.
type Data struct {
	Train, Dev, Test treebank.Data // Dev chooses the best epoch; it and Test may be empty

	digests [3]string
}

// NewData makes a treebank of its parts, which must not be changed any more.
func NewData(train, dev, test treebank.Data) *Data {
	return &Data{Train: train, Dev: dev, Test: test, digests: [3]string{train.Digest(), dev.Digest(), test.Digest()}}
}

// Trial is one training whose parser is scored on all parts but Train.
type Trial struct {
	Options parser.Options
	Data    *Data
	Examine bool // the oracle, where training went, instead of scoring; outcomes differ, but not keys
}

// Round is what is known after a round of a training.
type Round struct {
	UAS      float64 `json:"uas,omitempty"` // on dev, as in Epoch
	LAS      float64 `json:"las,omitempty"`
	F1       float64 `json:"f1,omitempty"`
	RollOuts int     `json:"rollouts"` // carried out so far
	Seconds  float64 `json:"seconds"`  // of training so far, without dev
}

// score returns a score in percent.
func (r *Round) score(metric string) float64 {
	return map[string]float64{uas: r.UAS, las: r.LAS, f1: r.F1}[metric]
}

// The scores.
const (
	uas = "UAS"
	las = "LAS"
	f1  = "F1"
)

// Metrics names the scores of a kind of trees, the most important last.
func Metrics(trees string) []string {
	if trees == TreesName(transition.Constituents) {
		return []string{f1}
	}
	return []string{uas, las}
}

// TreesName says what a kind of trees is called.
func TreesName(kind transition.Kind) string {
	if kind == transition.Constituents {
		return "constituents"
	}
	return "dependencies"
}

// Accuracy is how good a parser is on a part of a treebank.
type Accuracy struct {
	All   Attached `json:"all"`          // all words count
	Words Attached `json:"words"`        // all but punctuation
	F1    float64  `json:"f1,omitempty"` // of labelled brackets, in percent
}

// Attached counts words: all that are scored, those with the right head, and those with
// the right label as well.
type Attached struct {
	Scored int `json:"scored"`
	Heads  int `json:"heads"`
	Both   int `json:"both"`
}

// UAS returns the unlabelled attachment score in percent; NaN if nothing is scored.
func (a Attached) UAS() float64 {
	return float64(conllx.Attachment{Scored: a.Scored, Heads: a.Heads}.UAS())
}

// LAS returns the labelled attachment score in percent; NaN if nothing is scored.
func (a Attached) LAS() float64 {
	return float64(conllx.Attachment{Scored: a.Scored, Both: a.Both}.LAS())
}

// Score returns a score in percent, see Metrics; ok is false if there is none.
func (a *Accuracy) Score(metric string, punctuation bool) (score float64, ok bool) {
	if a == nil {
		return 0, false
	}
	words := a.Words
	if punctuation {
		words = a.All
	}
	switch {
	case metric == f1:
		return a.F1, true
	case words.Scored == 0:
		return 0, false
	case metric == uas:
		return words.UAS(), true
	}
	return words.LAS(), true
}

// Outcome is what comes of a trial.
type Outcome struct {
	Rounds    []Round          `json:"rounds"`
	Best      int              `json:"best"` // the round kept: the best on dev, or the last without dev; from 1
	Sentences int              `json:"sentences"`
	Skipped   treebank.Skipped `json:"skipped"`
	Dev       *Accuracy        `json:"dev,omitempty"`
	Test      *Accuracy        `json:"test,omitempty"`
	Oracle    *Examination     `json:"oracle,omitempty"` // if it was examined
	Seconds   float64          `json:"seconds"`          // all of it
}

// Key names all that the outcome depends on but the program and the machine, as a
// SHA-256 in hexadecimal: the data, the options, and the templates that they name. It
// does not tell Options.Taggers apart. The cause of an error is parser.ErrOptions.
func (t *Trial) Key() (string, error) {
	o := t.Options
	o.Lang, o.Command = "", ""
	set, err := features.Named(o.Templates, o.System)
	if strings.Contains(o.Templates, "\n") {
		set, err = features.Parse(o.Templates)
	}
	if err != nil {
		return "", fmt.Errorf("%w: %w", parser.ErrOptions, err)
	}
	o.Templates = set.String()
	text, err := json.Marshal(struct {
		Data    [3]string
		Options parser.Options
	}{t.Data.digests, o})
	if err != nil {
		return "", fmt.Errorf("%w: %w", parser.ErrOptions, err)
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), nil
}

// Run trains and scores. If ctx ends first, it returns ctx's error.
func (t *Trial) Run(ctx context.Context, watch train.Observer) (*Outcome, error) {
	start, r, epoch := time.Now(), &Outcome{}, watch.Epoch
	var visits Visits // of the last epoch that was completed
	over := false
	watch.Epoch = func(e train.Epoch) {
		r.add(&e)
		if over = true; epoch != nil {
			epoch(e)
		}
	}
	if t.Examine {
		watch.Visited = func(gold *oracle.Gold, steps []transition.Step) {
			if over {
				visits.Reset()
			}
			over = false
			visits.Add(gold, steps)
		}
	}
	p, err := train.Run(ctx, t.Data.Train, t.Data.Dev, t.Options, watch)
	if err != nil {
		return nil, err
	}
	r.Best, r.Sentences, r.Skipped = p.Meta().Epoch, p.Meta().Sentences, p.Meta().Skipped
	if t.Examine {
		r.Oracle, err = visits.examine(ctx, p.System(), t.Options.Oracle, t.Options.TwoStep)
	} else if r.Dev, err = t.score(ctx, p, &t.Data.Dev); err == nil {
		r.Test, err = t.score(ctx, p, &t.Data.Test)
	}
	if err != nil {
		return nil, err
	}
	r.Seconds = time.Since(start).Seconds()
	return r, nil
}

// add adds a round.
func (r *Outcome) add(e *train.Epoch) {
	next := Round{UAS: e.UAS, LAS: e.LAS, F1: e.F1, RollOuts: e.Search.RollOuts, Seconds: e.Took.Seconds()}
	if n := len(r.Rounds); n > 0 {
		next.RollOuts += r.Rounds[n-1].RollOuts
		next.Seconds += r.Rounds[n-1].Seconds
	}
	r.Rounds = append(r.Rounds, next)
}

// score parses a part and compares, unless there is nothing in it.
func (t *Trial) score(ctx context.Context, p *parser.Parser, part *treebank.Data) (*Accuracy, error) {
	switch {
	case part.Len() == 0:
		return nil, nil
	case p.Kind() == transition.Constituents:
		s, err := p.Scores(ctx, p.Bank(*part), t.Options.Workers)
		return &Accuracy{F1: s.F1}, err
	}
	parsed := make([]*conll.Sentence, len(part.Sentences))
	for i, s := range part.Sentences {
		parsed[i] = s.Clone()
	}
	if err := p.ParseAll(ctx, parsed, t.Options.Workers); err != nil {
		return nil, err
	}
	all, err := conllx.Score(part.Sentences, parsed, conllx.Options{Punctuation: true})
	if err != nil {
		return nil, err
	}
	words, err := conllx.Score(part.Sentences, parsed, conllx.Options{})
	return &Accuracy{
		All:   Attached{all.Scored, all.Heads, all.Both},
		Words: Attached{words.Scored, words.Heads, words.Both},
	}, err
}
