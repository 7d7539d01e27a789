package cli

import (
	"fmt"
	"iter"
	"time"

	"parser/parser/cli/internal/frame"
	"parser/parser/internal/structure"
	"parser/parser/internal/training"
	"parser/parser/treebank"
)

// progress shows how training goes: a table with a row per epoch and, on a terminal, a bar below it.
type progress struct {
	frame.Bar
	builds *structure.Structure // its scores are shown
	dev    bool                 // there are scores to show
	epoch  int                  // the last one that is over
}

func (p *progress) observer() training.Observer {
	o := training.Observer{Epoch: p.row, Segmenter: p.segmenter, Tagger: func(field string, done, folds int) {
		what := "tagger trained"
		if done > 0 {
			what = fmt.Sprintf("fold %d of %d", done, folds)
		}
		fmt.Fprintf(p.W, "%s: %s\n", field, what)
	}, Scorer: func(kind string, n, of int) {
		fmt.Fprintf(p.W, "scorer %d of %d: %s\n", n, of, kind)
		p.epoch = 0
	}, Sum: p.sum}
	if !p.Off {
		o.Read = func(done, total int) { p.Set(done, total, "encoder reads") }
		o.Sentence = func(done, total int) { p.Set(done, total, fmt.Sprintf("epoch %d", p.epoch+1)) }
	}
	return o
}

// segmenter says that the segmenter is trained, and that the treebank's blanks around marks are not such as people write.
func (p *progress) segmenter(joined int) {
	if joined > 0 {
		fmt.Fprintf(p.W, "segmenter: the treebank has blanks around all marks; %d that people do not write were left out\n", joined)
	}
	fmt.Fprintln(p.W, "segmenter: trained")
}

// row prints the row of an epoch that is over.
func (p *progress) row(e training.Epoch) {
	p.Clear()
	head, row := "epoch     loss", fmt.Sprintf("%5d  %7.4f", e.Number, e.Loss)
	for title, score := range p.scores(&e.Scores) {
		head, row = head+fmt.Sprintf("  %7s", title), row+fmt.Sprintf("  %*s", max(7, len(title)), score)
	}
	if p.epoch == 0 {
		fmt.Fprintf(p.W, "%s   words/s\n", head)
	}
	p.epoch = e.Number
	mark := ""
	if p.dev && e.Best {
		mark = "  best"
	}
	fmt.Fprintf(p.W, "%s  %8.0f%s\n", row, e.WordsPerS, mark)
}

// sum prints what scorers reach together.
func (p *progress) sum(s training.Sum) {
	fmt.Fprint(p.W, "sum")
	if s.Share > 0 {
		fmt.Fprintf(p.W, " with linear share %v", s.Share)
	}
	for title, score := range p.scores(&s.Scores) {
		fmt.Fprintf(p.W, ", %s %s", title, score)
	}
	if s.Best {
		fmt.Fprint(p.W, "  best")
	}
	fmt.Fprintln(p.W)
}

// scores yields the titles of the scores to show and their texts, "-" without dev.
func (p *progress) scores(s *treebank.Scores) iter.Seq2[string, string] {
	return func(yield func(title, score string) bool) {
		for _, m := range p.builds.Metrics {
			score := "-"
			if p.dev {
				score = fmt.Sprintf("%.2f", m.Of(s))
			}
			if m.Short != "" && !yield("dev "+m.Short, score) {
				return
			}
		}
	}
}

// pace says when it is time for a line about long work, where no bar shows how far it is.
type pace struct {
	every       time.Duration
	begun, last time.Time
}

func newPace(every time.Duration) *pace { return &pace{every, time.Now(), time.Now()} }

// due reports whether the last line was long ago, and counts this one as the last.
func (p *pace) due() bool {
	now := time.Now()
	long := now.Sub(p.last) >= p.every
	if long {
		p.last = now
	}
	return long
}

// left says how long the rest will take if a share of the work is done, "" if the share is not known.
func (p *pace) left(share float64) string {
	if share <= 0 {
		return ""
	}
	rest := time.Duration(float64(time.Since(p.begun)) * (1 - share) / share)
	return fmt.Sprintf("; about %v left", rest.Round(time.Second))
}
