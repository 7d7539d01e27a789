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
	"parser/ptb"
	"parser/transition"
)

// Part is a part of a treebank: sentences or trees, or neither.
type Part struct {
	Sentences []*conll.Sentence
	Trees     []*ptb.Tree
}

// Len returns the number of sentences.
func (p *Part) Len() int { return max(len(p.Sentences), len(p.Trees)) }

// digest names what is in the part, "" if nothing is.
func (p *Part) digest() string {
	switch {
	case len(p.Trees) > 0:
		return parser.DigestTrees(p.Trees)
	case len(p.Sentences) > 0:
		return parser.Digest(p.Sentences)
	}
	return ""
}

// Data is a treebank that parsers are trained and scored on. NewData makes it: a literal
// has no digests, by which [Trial.Key] tells treebanks apart.
type Data struct {
	Train, Dev, Test Part // Dev chooses the best epoch; it and Test may be empty

	digests [3]string
}

// NewData makes a treebank of its parts, which must not be changed any more.
func NewData(train, dev, test Part) *Data {
	return &Data{Train: train, Dev: dev, Test: test, digests: [3]string{train.digest(), dev.digest(), test.digest()}}
}

// Trial is one training whose parser is scored on all parts but Train.
type Trial struct {
	Options parser.Options
	Data    *Data
}

// Round is what is known after a round of a training.
type Round struct {
	UAS      float64 `json:"uas,omitempty"` // on dev, as in Epoch
	LAS      float64 `json:"las,omitempty"`
	F1       float64 `json:"f1,omitempty"`
	RollOuts int     `json:"rollouts"` // carried out so far
	Seconds  float64 `json:"seconds"`  // of training so far, without dev
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
func (a Attached) UAS() float64 { return float64(a.counts().UAS()) }

// LAS returns the labelled attachment score in percent; NaN if nothing is scored.
func (a Attached) LAS() float64 { return float64(a.counts().LAS()) }

func (a Attached) counts() conllx.Attachment {
	return conllx.Attachment{Scored: a.Scored, Heads: a.Heads, Both: a.Both}
}

// Outcome is what comes of a trial.
type Outcome struct {
	Rounds    []Round        `json:"rounds"`
	Best      int            `json:"best"` // the round kept: the best on dev, or the last without dev; from 1
	Sentences int            `json:"sentences"`
	Skipped   parser.Skipped `json:"skipped"`
	Dev       *Accuracy      `json:"dev,omitempty"`
	Test      *Accuracy      `json:"test,omitempty"`
	Seconds   float64        `json:"seconds"` // all of it
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
func (t *Trial) Run(ctx context.Context, watch parser.Observer) (*Outcome, error) {
	start, r := time.Now(), &Outcome{}
	epoch := watch.Epoch
	watch.Epoch = func(e parser.Epoch) {
		r.add(&e)
		if epoch != nil {
			epoch(e)
		}
	}
	p, err := t.train(ctx, watch)
	if err != nil {
		return nil, err
	}
	r.Best, r.Sentences, r.Skipped = p.Meta().Epoch, p.Meta().Sentences, p.Meta().Skipped
	if r.Dev, err = t.score(ctx, p, &t.Data.Dev); err != nil {
		return nil, err
	}
	if r.Test, err = t.score(ctx, p, &t.Data.Test); err != nil {
		return nil, err
	}
	r.Seconds = time.Since(start).Seconds()
	return r, nil
}

// add adds a round.
func (r *Outcome) add(e *parser.Epoch) {
	next := Round{UAS: e.UAS, LAS: e.LAS, F1: e.F1, RollOuts: e.Search.RollOuts, Seconds: e.Took.Seconds()}
	if n := len(r.Rounds); n > 0 {
		next.RollOuts += r.Rounds[n-1].RollOuts
		next.Seconds += r.Rounds[n-1].Seconds
	}
	r.Rounds = append(r.Rounds, next)
}

// train trains on sentences or trees, as the system builds.
func (t *Trial) train(ctx context.Context, watch parser.Observer) (*parser.Parser, error) {
	if kind, _ := oracle.KindOf(t.Options.System); kind == transition.Constituents {
		return parser.TrainTrees(ctx, t.Data.Train.Trees, t.Data.Dev.Trees, t.Options, watch)
	}
	return parser.Train(ctx, t.Data.Train.Sentences, t.Data.Dev.Sentences, t.Options, watch)
}

// score parses a part and compares, unless there is nothing in it.
func (t *Trial) score(ctx context.Context, p *parser.Parser, part *Part) (*Accuracy, error) {
	switch {
	case part.Len() == 0:
		return nil, nil
	case p.Kind() == transition.Constituents:
		f1, err := p.ScoreTrees(ctx, part.Trees, t.Options.Workers)
		return &Accuracy{F1: f1}, err
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
	return &Accuracy{All: attached(all), Words: attached(words)}, err
}

func attached(a conllx.Attachment) Attached { return Attached{a.Scored, a.Heads, a.Both} }
