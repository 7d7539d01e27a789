// Package pretrain learns from raw text what a network can begin with when it learns from a treebank: it cuts the text
// into a [Corpus] and shows that to a [neural.Language].
//
//	corpus, err := pretrain.Cut(ctx, folder, sentences, watch)
//	p, err := pretrain.Run(ctx, corpus, pretrain.Options{LanguageSettings: neural.DefaultLanguageSettings("medium"), Epochs: 1}, watch)
//	err = p.Write(file)
//
// A training that ends early goes on from what it has kept in the folder, to the same bytes.
package pretrain

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"time"

	"parser/conll"
	"parser/model/npz"
	"parser/parser/internal/atomicfile"
	"parser/parser/internal/batches"
	"parser/parser/internal/neural"
	"parser/parser/internal/score"
)

// Options say how a language model learns.
type Options struct {
	neural.LanguageSettings
	Epochs  int     // passes over the text, where Minutes is 0; 0 until 20 million words are learned from
	Minutes float64 // that learning is to take, by the speed of its first window; 0 for Epochs
	Folder  string  // where what is reached is kept; "" for nowhere
}

// Progress is what learning reports after each window of the text.
type Progress struct {
	Done, Planned float64 // words
	Words         float64 // of the window
	Loss          float64 // mean over the targets of the window: −log p among candidates
	Part          bool    // a tenth of the training is over
	Perplexity    float64 // … what that of held-out sentences is; NaN without any
	WordsPerS     float64
	Past          bool // of a run that this one goes on from
}

// parts is the number of times that perplexity is measured.
const parts = 10

// keepEvery is how much learning may be lost.
const keepEvery = 2 * time.Minute

const stateFile = "state.npz"

// state is a training between two windows.
type state struct {
	model        *neural.Language
	epoch, next  int // the window to come
	measured     int // parts
	perplexities []float64
}

func (s *state) keep(r *npz.Record) {
	s.model.Sync(r.Part("model"))
	r.Numbers("at", &s.epoch, &s.next, &s.measured)
	r.Numbers("planned", &s.model.Planned)
	npz.KeepItems(r, "perplexities", &s.perplexities)
}

// epochsOf returns how many passes over a text of a number of words are worth their time: until 20 million words are
// learned from, but at most 30.
func epochsOf(words int) int {
	const enough, most = 20_000_000, 30
	return min(most, 1+(enough-1)/max(1, words))
}

// batchOf returns how many words a batch has: the usual number if there are steps enough, and fewer, down to a quarter,
// where few words are learned from.
func batchOf(planned, usual int) int {
	const steps = 20_000
	return max(usual/4, min(usual, planned/steps))
}

// Run learns from a corpus, and goes on from what Options.Folder has of the same training. If ctx ends first it keeps
// what was reached there, and returns ctx's error.
func Run(ctx context.Context, c *Corpus, o Options, watch func(Progress)) (*neural.Pretrained, error) {
	counts, held, err := c.count()
	if err != nil {
		return nil, err
	}
	if o.Epochs == 0 {
		o.Epochs = epochsOf(c.Words)
	}
	planned := (c.Words - score.Words(held)) * o.Epochs
	if o.Minutes == 0 {
		o.Batch = batchOf(planned, o.Batch)
	}
	model, err := neural.NewLanguage(counts.All, o.LanguageSettings)
	if err != nil {
		return nil, err
	}
	model.Planned = float64(planned)
	s := &state{model: model}
	if err := s.read(o.Folder); err != nil {
		return nil, err
	}
	if model.Done() > 0 {
		watch(Progress{Done: model.Done(), Planned: model.Planned, Past: true})
	}
	kept := time.Now()
	goesOn := func() bool { return o.Minutes == 0 || model.Done() < model.Planned }
	for ; goesOn() && (o.Minutes > 0 || s.epoch < o.Epochs); s.epoch, s.next = s.epoch+1, 0 {
		for windows := c.windows(o.Seed, s.epoch); s.next < len(windows) && goesOn(); {
			if err := ctx.Err(); err != nil {
				return nil, errors.Join(err, s.write(o.Folder))
			}
			p, err := s.window(c, windows[s.next], o)
			if err != nil {
				return nil, err
			}
			s.next++
			if o.Minutes > 0 && s.measured == 0 && model.Done() == p.Words {
				model.Planned = max(p.Words, p.WordsPerS*60*o.Minutes)
			}
			due := int(parts * model.Done() / model.Planned)
			if o.Minutes == 0 && s.epoch+1 == o.Epochs && s.next == len(windows) {
				due = parts // somewhat fewer words may be learned from than were planned
			}
			if due > s.measured {
				s.measured, p.Part, p.Perplexity = due, true, model.Perplexity(held)
				if len(held) > 0 {
					s.perplexities = append(s.perplexities, p.Perplexity)
				}
			}
			watch(p)
			if time.Since(kept) > keepEvery {
				if err := s.write(o.Folder); err != nil {
					return nil, err
				}
				kept = time.Now()
			}
		}
	}
	return model.Freeze(neural.About{Words: c.Words, Read: model.Done(), Perplexity: s.perplexities, Text: c.Text}), nil
}

// window learns from the blocks of a window.
func (s *state) window(c *Corpus, blocks []int, o Options) (p Progress, err error) {
	begin, done := time.Now(), s.model.Done()
	random := rand.New(rand.NewPCG(o.Seed, uint64(s.epoch)<<32|uint64(s.next)))
	lines, err := c.sentences(blocks, random)
	if err != nil {
		return p, err
	}
	order := make([]int, len(lines))
	for i := range order {
		order[i] = i
	}
	loss, targets := 0.0, 0
	length := func(i int) int { return strings.Count(lines[i], "\t") + 1 }
	for q := batches.New(order, length, o.Batch, random); !q.Empty(); {
		var batch [][]conll.Word
		for _, i := range q.Next() {
			batch = append(batch, wordsOf(lines[i]))
		}
		l, n, err := s.model.Learn(batch)
		if err != nil {
			return p, err
		}
		loss, targets = loss+l, targets+n
	}
	p = Progress{Done: s.model.Done(), Planned: s.model.Planned, Loss: loss / float64(max(1, targets))}
	p.Words = p.Done - done
	p.WordsPerS = p.Words / time.Since(begin).Seconds()
	return p, nil
}

func (s *state) write(folder string) error {
	if folder == "" {
		return nil
	}
	r := npz.NewRecord()
	s.keep(r)
	return errors.Join(r.Err(), atomicfile.WriteFile(filepath.Join(folder, stateFile), func(w io.Writer) error { return npz.Write(w, r.Entries()) }))
}

// read sets the state to what a folder has, if it has any.
func (s *state) read(folder string) error {
	if folder == "" {
		return nil
	}
	_, err := atomicfile.ReadFile(filepath.Join(folder, stateFile), func(r io.ReaderAt, size int64) (*npz.Record, error) {
		arrays, err := npz.Read(r, size)
		if err != nil {
			return nil, err
		}
		own := arrays.Record()
		s.keep(own)
		return own, own.Err()
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
