package training

import (
	"cmp"
	"context"
	"io"
	"os"

	"parser/conll"
	"parser/oracle"
	"parser/parser/internal/engine"
	"parser/parser/internal/score"
	"parser/parser/treebank"
)

// spoolFile is where a checkpoint has the silver trees of a training.
const spoolFile = "silver"

// chunk is how many silver trees are encoded at a time.
const chunk = 512

// readSilver reads the silver trees that are not in memory: into a file, which the caller has to close, except for algorithms
// that keep examples of their own, and then into the corpus.
func (r *run) readSilver(ctx context.Context, keep *Checkpoint) error {
	made := r.bank.Data.Silver
	if made == nil {
		return nil
	}
	expert, err := oracle.New(r.options.Oracle, r.system)
	if err != nil {
		return err
	}
	add := func(x spooled) error {
		c := r.corpus
		c.Words, c.Golds, c.At, c.From = append(c.Words, x.words), append(c.Golds, x.gold), append(c.At, noPlace), append(c.From, made.Source())
		return nil
	}
	if r.options.Online() {
		if r.made, err = openSpool(keep); err != nil {
			return err
		}
		add = r.made.add
	}
	if err := r.encodeSilver(ctx, made, expert, add); err != nil {
		return err
	}
	if r.made != nil {
		err = r.made.out.Flush()
	}
	r.replan()
	r.meta.Sentences, r.meta.Skipped = r.corpus.Sentences()+r.made.len(), r.corpus.Skipped
	return err
}

// noPlace is where sentences are in the bank that are not in it.
const noPlace = -1

// place says where a sentence is, for errors.
func (r *run) place(i int) string {
	if i < len(r.corpus.At) && r.corpus.At[i] != noPlace {
		return r.bank.Place(r.corpus.At[i])
	}
	return "a silver tree"
}

// openSpool makes a spool in a checkpoint or, without one, in a temporary file.
func openSpool(c *Checkpoint) (*spool, error) {
	if c != nil {
		return newSpool(c.path(spoolFile))
	}
	f, err := os.CreateTemp("", "parser-silver-*")
	if err != nil {
		return nil, err
	}
	return newSpool(f.Name())
}

// encodeSilver adds silver trees as scorers see them, a chunk at a time.
func (r *run) encodeSilver(ctx context.Context, made *treebank.Silver, expert oracle.Oracle, add func(spooled) error) error {
	var some treebank.Data
	encode := func() error {
		words, golds, err := r.corpus.Silver(some, expert, the[engine.Parser](r.given, Teacher) != nil)
		for i := range words {
			if len(r.meta.Treebanks) > 0 {
				words[i] = score.Following(nil, words[i], r.meta.Treebanks, made.Name)
			}
			err = cmp.Or(err, add(spooled{words[i], golds[i]}))
		}
		some = treebank.Data{}
		return err
	}
	for it, err := range made.Items() {
		if err := cmp.Or(err, ctx.Err()); err != nil {
			return err
		}
		if some.Append(it); some.Len() == chunk {
			if err := encode(); err != nil {
				return err
			}
		}
	}
	return encode()
}

// Read implements score.Sentences.
func (r *run) Read(dst [][]conll.Word, inputs []int) [][]conll.Word {
	var filed []int
	n := len(r.corpus.Words)
	for _, i := range inputs {
		if i >= n {
			filed = append(filed, i-n)
		}
	}
	if r.made != nil {
		r.made.hold(filed)
	}
	for _, i := range inputs {
		if i < n {
			dst = append(dst, r.corpus.Words[i])
		} else {
			dst = append(dst, r.made.held[i-n].words)
		}
	}
	return dst
}

// goldOf returns the gold structure of a sentence that was read.
func (r *run) goldOf(i int) *oracle.Gold {
	if n := len(r.corpus.Golds); i >= n {
		gold := r.made.held[i-n].gold
		return &gold
	}
	return &r.corpus.Golds[i]
}

// lengthOf returns the number of words of a sentence.
func (r *run) lengthOf(i int) int {
	if n := len(r.corpus.Words); i >= n {
		return int(r.made.lengths[i-n])
	}
	return len(r.corpus.Words[i])
}

// writeSilver writes silver trees as files have them.
func (t *Trainer) writeSilver(out io.Writer, made *treebank.Silver) error {
	w, err := t.builds.NewWriter(out, "")
	if err != nil {
		return err
	}
	for it, err := range made.Items() {
		if err == nil {
			err = w.Write(it)
		}
		if err != nil {
			return err
		}
	}
	return w.Flush()
}
