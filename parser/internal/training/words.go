package training

import (
	"context"
	"os"

	"parser/conll"
	"parser/parser/internal/neural"
	"parser/parser/internal/structure"
	"parser/parser/internal/transformer"
)

// mostVectors is how many bytes of vectors a training keeps on disk, unless it is told otherwise: those of a million
// words of 768 numbers are 1.5 GB.
const mostVectors = 20 << 30

// encoderRead returns the encoder whose vectors of words scorers read; nil without one.
func (t *Trainer) encoderRead() *transformer.Encoder {
	return the[transformer.Encoder](t.given, Encoder)
}

// readWords lets the encoder, if there is one that stays as it is, read the sentences of train and dev once, and keeps
// the vectors of their words in a file: that of Options.EncoderVectors, or one in the checkpoint, or else a
// temporary one. The function that it returns lets go of them.
func (t *Trainer) readWords(ctx context.Context, train *structure.Corpus, dev *structure.Bank, watch Observer) (done func(), err error) {
	o, e := &t.options, t.encoderRead()
	if e == nil || o.Neural.Finetune > 0 {
		return func() {}, nil
	}
	name, kept := o.EncoderVectors, o.EncoderVectors != "" || watch.Checkpoint != nil
	switch {
	case name != "":
	case kept:
		if err := os.MkdirAll(watch.Checkpoint.folder, 0o777); err != nil { // that of a part has yet to be made
			return nil, err
		}
		name = watch.Checkpoint.path(vectorsFile)
	default:
		f, err := os.CreateTemp("", "parser-vectors-*")
		if err != nil {
			return nil, err
		}
		name = f.Name()
		f.Close()
	}
	e = e.With(o.Neural.Mixture())
	store, err := e.OpenStore(name, mostVectors)
	if err != nil {
		return nil, err
	}
	done = func() {
		store.Close()
		if !kept {
			os.Remove(name)
		}
	}
	sentences := append([][]conll.Word(nil), train.Words...)
	for _, it := range dev.Items() {
		sentences = append(sentences, it.Words)
	}
	if err := store.Fill(ctx, sentences, o.Workers, func(n int) { watch.Read(n, len(sentences)) }); err != nil {
		done()
		return nil, err
	}
	for i, kind := range t.scorers {
		if n, ok := kind.(neural.Kind); ok {
			n.Words = store
			t.scorers[i] = n
		}
	}
	return done, nil
}
