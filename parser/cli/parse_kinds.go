package cli

import (
	"context"
	"errors"
	"fmt"
	"io"

	"parser/conll"
	"parser/oracle"
	"parser/parser"
	"parser/ptb"
	"parser/transition"
)

// parse parses files to out. Whatever happens, all sentences before are written.
func (p *parsing) parse(ctx context.Context, m *parser.Parser, files []string, out io.Writer) (err error) {
	if m.Kind() == transition.Constituents {
		err = p.constituents(ctx, m, files, out)
	} else {
		err = p.dependencies(ctx, m, files, out)
	}
	if errors.Is(err, context.Canceled) {
		return errInterrupted
	}
	return err
}

// dependencies writes sentences as they were read, with heads and labels.
func (p *parsing) dependencies(ctx context.Context, m *parser.Parser, files []string, out io.Writer) error {
	s := newSource(&p.in, "sentence", files, p.openSentences)
	defer s.saySkipped()
	defer s.Close()
	w := conll.NewWriter(out)
	w.Latin1 = p.in.latin1
	err := m.Stream(ctx, s.Read, func(sentence *conll.Sentence) error {
		return p.written(sentence.Len(), w.Write(sentence), w.Flush)
	}, p.threads)
	if flushErr := w.Flush(); flushErr != nil {
		return flushErr
	}
	return err
}

// openSentences refuses what only a model of constituents reads.
func (p *parsing) openSentences(name string) (reader[*conll.Sentence], error) {
	f, form, err := p.in.open(name)
	if err != nil {
		return nil, err
	}
	if form == formTagged || form == formBrackets {
		f.Close()
		return nil, fmt.Errorf("%w: %s is no CoNLL but, by its first line, of --format %s; that needs a model of constituents (parser train --system %s)",
			errUsage, f.Name, form, oracle.Systems(transition.Constituents)[0])
	}
	return p.in.conllReader(f, form), nil
}

// constituents writes trees in Penn brackets, one a line.
func (p *parsing) constituents(ctx context.Context, m *parser.Parser, files []string, out io.Writer) error {
	s := p.in.words(files, len(m.Taggers()) > 0)
	defer s.saySkipped()
	defer s.Close()
	w := ptb.NewWriter(out)
	err := m.StreamTrees(ctx, s.Read, func(t *ptb.Tree) error {
		words := len(t.Leaves())
		if w.Tight = words == 0; w.Tight {
			t = withoutWords()
		}
		return p.written(words, w.Write(t), w.Flush)
	}, p.threads)
	if flushErr := w.Flush(); flushErr != nil {
		return flushErr
	}
	return err
}

// written counts a sentence that was written with the given error and, in a
// dialogue, sends it off.
func (p *parsing) written(words int, err error, flush func() error) error {
	p.sentences++
	p.words += words
	if err != nil || !p.in.immediate {
		return err
	}
	return flush()
}
