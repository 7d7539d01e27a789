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
)

// learner is what learns from batches of sentences: a [neural.Language] or a [transformer.Masked].
type learner interface {
	Learn(batch [][]conll.Word, planned float64) (loss float64, targets int, err error)
	Done() float64 // words
	Perplexity(sentences [][]conll.Word) float64
	Sync(r *npz.Record)
}

// Course says how long to learn.
type Course struct {
	Epochs  int     // passes over the text, where Minutes is 0; 0 for as many as are worth their time
	Minutes float64 // that learning is to take, by the speed of its first window; 0 for Epochs
	Folder  string  // where what is reached is kept; "" for nowhere
}

// Progress is what learning reports after each window of the text.
type Progress struct {
	Done, Planned float64 // words
	Words         float64 // of the window
	Loss          float64 // mean of −log p over the targets of the window, among candidates where there are such
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
	model        learner
	batch        int // words
	seed         uint64
	planned      float64 // words to be learned from in all
	epoch, next  int     // the window to come
	measured     int     // parts
	perplexities []float64
}

func (s *state) keep(r *npz.Record) {
	s.model.Sync(r.Part("model"))
	r.Numbers("at", &s.epoch, &s.next, &s.measured)
	r.Numbers("planned", &s.planned)
	npz.KeepItems(r, "perplexities", &s.perplexities)
}

// run learns, and goes on from what the folder of the course has. If ctx ends first it keeps there what was reached.
func (s *state) run(ctx context.Context, c *Corpus, held [][]conll.Word, o Course, watch func(Progress)) error {
	if err := s.read(o.Folder); err != nil {
		return err
	}
	if s.model.Done() > 0 {
		watch(Progress{Done: s.model.Done(), Planned: s.planned, Past: true})
	}
	kept := time.Now()
	goesOn := func() bool { return o.Minutes == 0 || s.model.Done() < s.planned }
	for ; goesOn() && (o.Minutes > 0 || s.epoch < o.Epochs); s.epoch, s.next = s.epoch+1, 0 {
		for windows := c.windows(s.seed, s.epoch); s.next < len(windows) && goesOn(); {
			if err := ctx.Err(); err != nil {
				return errors.Join(err, s.write(o.Folder))
			}
			p, err := s.window(c, windows[s.next])
			if err != nil {
				return err
			}
			s.next++
			if o.Minutes > 0 && s.measured == 0 && s.model.Done() == p.Words {
				s.planned = max(p.Words, p.WordsPerS*60*o.Minutes)
			}
			due := int(parts * s.model.Done() / s.planned)
			if o.Minutes == 0 && s.epoch+1 == o.Epochs && s.next == len(windows) {
				due = parts // somewhat fewer words may be learned from than were planned
			}
			if due > s.measured {
				s.measured, p.Part, p.Perplexity = due, true, s.model.Perplexity(held)
				if len(held) > 0 {
					s.perplexities = append(s.perplexities, p.Perplexity)
				}
			}
			watch(p)
			if time.Since(kept) > keepEvery {
				if err := s.write(o.Folder); err != nil {
					return err
				}
				kept = time.Now()
			}
		}
	}
	return nil
}

// window learns from the blocks of a window.
func (s *state) window(c *Corpus, blocks []int) (p Progress, err error) {
	begin, done := time.Now(), s.model.Done()
	random := rand.New(rand.NewPCG(s.seed, uint64(s.epoch)<<32|uint64(s.next)))
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
	for q := batches.New(order, length, s.batch, random); !q.Empty(); {
		var batch [][]conll.Word
		for _, i := range q.Next() {
			batch = append(batch, wordsOf(lines[i]))
		}
		l, n, err := s.model.Learn(batch, s.planned)
		if err != nil {
			return p, err
		}
		loss, targets = loss+l, targets+n
	}
	p = Progress{Done: s.model.Done(), Planned: s.planned, Loss: loss / float64(max(1, targets))}
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
