// Package experiment trains many parsers and compares them. An experiment has variants, which are ways of training:
// combinations of systems, oracles and exploration (an ablation, see [Grid]), or the rows of a published table (see
// [TableVariants]). Each is trained with every seed on every treebank, and a report shows the results.
//
//	grid := experiment.Grid{
//		Systems: []string{"arc-eager"}, Oracles: []string{"static", "dynamic"},
//		Explore: []float64{0}, Options: experiment.DefaultsFor("arc-eager"),
//	}
//	variants, omitted, err := grid.Variants()
//	bank := experiment.NewTreebank("en", train, dev, treebank.Data{})
//	runs, err := experiment.Plan(variants, []uint64{1, 2}, bank)
//	results, err := experiment.OpenResults("results.jsonl") // with those of earlier runs
//	err = (&experiment.Runner{Parallel: 2, Results: results}).Run(ctx, runs)
//	report := experiment.Ablation{Trees: "dependencies", Omitted: omitted}
//	report.Add(runs, "")
//	err = experiment.Write(os.Stdout, os.Stderr, experiment.Markdown, &report)
package experiment

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"parser/conll"
	"parser/eval/conllx"
	"parser/oracle"
	"parser/parser/internal/engine"
	"parser/parser/internal/features"
	"parser/parser/internal/linear"
	"parser/parser/internal/structure"
	"parser/parser/internal/training"
	"parser/parser/treebank"
	"parser/transition"
)

// DefaultsFor returns the settings of "parser ablate" and "parser table" for a system: those of "parser train", but
// with the linear scorer, whose learners and templates the literature compares. Its weights are not rounded and all
// runs have the same number of epochs, so that runs differ only in what is compared.
func DefaultsFor(system string) engine.Options {
	o := engine.DefaultsFor(system)
	o.UseScorer(linear.Kind{}.Name())
	o.Exact = true
	o.Epochs = cmp.Or(o.Epochs, 15)
	return o
}

// Check returns a engine.ErrOptions if [training.New] refuses the options of a variant, or if they leave the number of
// epochs to the scorer, so that it may differ between variants.
func Check(o engine.Options) error {
	if o.Epochs == 0 {
		return fmt.Errorf("%w: 0 epochs", engine.ErrOptions)
	}
	_, err := training.New(o)
	return err
}

// Variant is a way of training that is compared with others.
type Variant struct {
	Group     string // of the variants that are compared with each other; "" if all are
	Name      string
	Options   engine.Options
	Published bool   // with the settings of a paper
	Note      string // what of these is not the paper's
	Times     int    // how many times the epochs of Options a run has; 0 for once
	Examine   bool   // examine the oracle in the configurations of training instead of scoring; keys are the same
}

// Treebank holds the data on which parsers of a language are trained and scored. Use NewTreebank: a literal has no
// digests, by which keys distinguish treebanks.
type Treebank struct {
	Lang             string        // "" if there is only one treebank
	Train, Dev, Test treebank.Data // Dev chooses the best epoch; it and Test may be empty

	digests [3]string
}

// NewTreebank returns a treebank of its parts, which must not change afterwards.
func NewTreebank(lang string, train, dev, test treebank.Data) *Treebank {
	return &Treebank{lang, train, dev, test, [3]string{train.Digest(), dev.Digest(), test.Digest()}}
}

// Run is one training of a variant, whose parser is scored on all parts except Train, and its result.
type Run struct {
	Variant  *Variant
	Treebank *Treebank
	Options  engine.Options // the variant's with a seed and the language
	Key      string         // see Plan
	Outcome  *Outcome       // nil unless the run is over
	Program  string         // the version of the program that the outcome is from
	Err      error          // why the run failed
}

// Plan lists the runs by variant, then seed, then treebank, so that neighbouring runs are on different treebanks. Their
// keys are hexadecimal SHA-256 of everything that the outcome depends on except the program and the machine: the data,
// the options without Taggers, and the templates that they name. The error is an ErrOptions if templates are invalid.
func Plan(variants []Variant, seeds []uint64, banks ...*Treebank) (runs []*Run, err error) {
	for i := range variants {
		for _, seed := range seeds {
			for _, b := range banks {
				r := &Run{Variant: &variants[i], Treebank: b, Options: variants[i].Options}
				r.Options.Seed, r.Options.Lang = seed, cmp.Or(b.Lang, r.Options.Lang)
				r.Options.Epochs *= max(1, variants[i].Times)
				if r.Key, err = r.key(); err != nil {
					return nil, fmt.Errorf("%w: %w", engine.ErrOptions, err)
				}
				runs = append(runs, r)
			}
		}
	}
	return runs, nil
}

func (r *Run) key() (string, error) {
	o := r.Options
	o.Lang, o.Command = "", ""
	if o.Scorer == (linear.Kind{}).Name() {
		o.Scorer, o.Exact = "", !o.Exact // as in old results, when all were exact
	}
	set, err := features.Named(o.Templates, o.System)
	if strings.Contains(o.Templates, "\n") {
		set, err = features.Parse(o.Templates)
	}
	if err != nil {
		return "", err
	}
	o.Templates = set.String()
	text, err := json.Marshal(struct {
		Data    [3]string
		Options engine.Options
	}{r.Treebank.digests, o})
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%x", sha256.Sum256(text)), nil
}

// Name returns the language and the variant of the run.
func (r *Run) Name() string { return strings.TrimLeft(r.Treebank.Lang+" "+r.Variant.Name, " ") }

// Failure returns the error of a run that failed, with its name.
func (r *Run) Failure() error {
	return fmt.Errorf("%s, seed %d: %w", r.Name(), r.Options.Seed, r.Err)
}

// Score returns a score of the run in percent, see structure.Metric; ok is false without one.
func (r *Run) Score(part, metric string, punctuation bool) (score float64, ok bool) {
	if r.Outcome == nil {
		return 0, false
	}
	parts := map[string]*Accuracy{Dev: r.Outcome.Dev, Test: r.Outcome.Test}
	return parts[part].Score(metric, punctuation)
}

// epochs is the largest number of epochs of all scorers together.
func (r *Run) epochs() int {
	kinds, _ := r.Options.Scorers() // training reports the error
	return r.Options.Epochs * len(kinds)
}

// Train trains and scores, and calls epoch after each epoch. If ctx ends first, it returns ctx's error.
func (r *Run) Train(ctx context.Context, epoch func()) (*Outcome, error) {
	start, o := time.Now(), &Outcome{}
	visits, round := Visits{}, 0 // of the last round
	rollOuts, seconds := 0, 0.0
	watch := training.Observer{Epoch: func(e training.Epoch) {
		rollOuts += e.Search.RollOuts
		seconds += e.Took.Seconds()
		o.Rounds = append(o.Rounds, Round{measured(e.Scores), rollOuts, seconds})
		epoch()
	}}
	if r.Variant.Examine {
		watch.Visited = func(gold *oracle.Gold, steps []transition.Step) {
			if round < len(o.Rounds) {
				visits, round = visits[:0], len(o.Rounds)
			}
			visits.Add(gold, steps)
		}
	}
	bank := r.Treebank
	p, err := training.Run(ctx, bank.Train, bank.Dev, r.Options, watch)
	if err != nil {
		return nil, err
	}
	o.Best, o.Sentences, o.Skipped = cmp.Or(p.Meta().Epoch, len(o.Rounds)), p.Meta().Sentences, p.Meta().Skipped
	if r.Variant.Examine {
		o.Oracle, err = visits.examine(ctx, p.System(), r.Options.Oracle, r.Options.TwoStep)
	} else if o.Dev, err = score(ctx, p, &bank.Dev, r.Options.Workers); err == nil {
		o.Test, err = score(ctx, p, &bank.Test, r.Options.Workers)
	}
	if err != nil {
		return nil, err
	}
	o.Seconds = time.Since(start).Seconds()
	return o, nil
}

// score parses a part and compares it with gold; it returns nil for an empty part.
func score(ctx context.Context, p *engine.Parser, part *treebank.Data, workers int) (*Accuracy, error) {
	switch {
	case part.Len() == 0:
		return nil, nil
	case !p.Structure().Heads:
		s, err := p.Scores(ctx, p.Bank(*part), workers)
		return &Accuracy{measured: measured(s)}, err
	}
	parsed := make([]*conll.Sentence, len(part.Sentences))
	for i, s := range part.Sentences {
		parsed[i] = s.Clone()
	}
	if err := p.ParseAll(ctx, parsed, workers); err != nil {
		return nil, err
	}
	a := &Accuracy{}
	for i := range part.Sentences {
		var one [2]Attached
		for k, punctuation := range []bool{true, false} {
			s, err := conllx.Score(part.Sentences[i:i+1], parsed[i:i+1], conllx.Options{Punctuation: punctuation, Known: true})
			if err != nil {
				return nil, err
			}
			one[k] = Attached{s.Scored, s.Heads, s.Both}
		}
		a.All.add(one[0])
		a.Words.add(one[1])
		a.Sentences = append(a.Sentences, [2][3]int{one[0].numbers(), one[1].numbers()})
	}
	return a, nil
}

// Outcome is the result of a run.
type Outcome struct {
	Rounds    []Round           `json:"rounds"`
	Best      int               `json:"best"` // the round kept, from 1: the best on dev; the last without dev or with several scorers
	Sentences int               `json:"sentences"`
	Skipped   structure.Skipped `json:"skipped"`
	Dev       *Accuracy         `json:"dev,omitempty"`
	Test      *Accuracy         `json:"test,omitempty"`
	Oracle    *Examination      `json:"oracle,omitempty"` // if it was examined
	Seconds   float64           `json:"seconds"`          // of the whole run
}

// measured are [treebank.Scores] under their names in files, without those that are 0.
type measured struct {
	UAS       float64 `json:"uas,omitempty"`
	LAS       float64 `json:"las,omitempty"`
	F1        float64 `json:"f1,omitempty"`
	Accuracy  float64 `json:"accuracy,omitempty"`
	Smatch    float64 `json:"smatch,omitempty"`
	Precision float64 `json:"precision,omitempty"`
	Recall    float64 `json:"recall,omitempty"`
}

// Round is the state of a training after a round.
type Round struct {
	measured         // on dev, as in Epoch
	RollOuts int     `json:"rollouts"` // so far
	Seconds  float64 `json:"seconds"`  // of training so far, without dev
}

// Score returns a score in percent by the name of its metric.
func (r *Round) Score(metric string) float64 {
	s := treebank.Scores(r.measured)
	return structure.ScoreNamed(&s, metric)
}

const uas, las, smatch = "UAS", "LAS", "Smatch"

// metrics names the scores of a kind of structure, the most important last.
func metrics(trees string) (names []string) {
	for _, m := range structure.Named(trees).Metrics {
		names = append(names, m.Name)
	}
	return names
}

// Accuracy is how good a parser is on a part of a treebank.
type Accuracy struct {
	All      Attached `json:"all"`   // all words count
	Words    Attached `json:"words"` // all but punctuation
	measured          // of anything but arcs, in percent
	// Sentences has the numbers of All and of Words in each sentence; results of older programs have none.
	Sentences [][2][3]int `json:"sentences,omitempty"`
}

// Attached counts words: all that are scored, those with the right head, and those with the right head and label.
type Attached struct {
	Scored int `json:"scored"`
	Heads  int `json:"heads"`
	Both   int `json:"both"`
}

func (a *Attached) add(b Attached) {
	a.Scored += b.Scored
	a.Heads += b.Heads
	a.Both += b.Both
}

func (a Attached) numbers() [3]int { return [3]int{a.Scored, a.Heads, a.Both} }

// Score returns a score in percent, see structure.Metric; ok is false without one.
func (a *Accuracy) Score(metric string, punctuation bool) (score float64, ok bool) {
	if a == nil {
		return 0, false
	}
	words := a.Words
	if punctuation {
		words = a.All
	}
	counts := conllx.Attachment{Scored: words.Scored, Heads: words.Heads, Both: words.Both}
	s := treebank.Scores(a.measured)
	s.UAS, s.LAS = float64(counts.UAS()), float64(counts.LAS())
	return structure.ScoreNamed(&s, metric), counts.Scored > 0 || metric != uas && metric != las
}
