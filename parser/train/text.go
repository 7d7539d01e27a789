package train

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"iter"
	"os"

	"parser/conll"
	"parser/parser"
	"parser/parser/internal/atomicfile"
	"parser/parser/internal/engine"
	"parser/parser/internal/neural"
	"parser/parser/internal/pretrain"
	"parser/parser/internal/silver"
	"parser/parser/treebank"
)

// PretrainOptions says how Pretrain learns. Zero values stand for the defaults of "parser pretrain".
type PretrainOptions struct {
	Size    string  // of the network that is to begin with it: "small", "medium", "large"
	Epochs  int     // passes over the text
	Minutes float64 // that learning takes, about, instead of Epochs
	Forms   int     // how many of the most frequent words are kept, at most
	Seed    uint64
	Workers int // goroutines that learn; the file is the same with any number

	Lang, Licence, Source string // what the file remembers

	Progress func(done, planned float64) // is told the number of words that were learned from, and of all; may be nil
}

// Pretrain learns the words of a language from raw text, cut into sentences as by [parser.Parser.Text], and writes to a
// file what a network can begin with, see Pretrained. If ctx ends first it writes nothing.
func Pretrain(ctx context.Context, sentences iter.Seq2[*conll.Sentence, error], file string, o PretrainOptions) error {
	o.Size = cmp.Or(o.Size, neural.DefaultSettings().Size)
	if _, known := neural.SizeOf(o.Size); !known || o.Epochs < 0 || o.Minutes < 0 || o.Forms < 0 || o.Workers < 0 {
		return fmt.Errorf("%w: pre-training of size %q (have %v), with numbers that are 0 or more", parser.ErrOptions, o.Size, neural.Sizes())
	}
	settings := neural.DefaultLanguageSettings(o.Size)
	settings.Forms, settings.Seed, settings.Threads = cmp.Or(o.Forms, settings.Forms), cmp.Or(o.Seed, settings.Seed), max(1, o.Workers)
	folder, err := os.MkdirTemp("", "parser-pretrain-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	corpus, err := pretrain.Cut(ctx, folder, pretrain.LanguageBlock, sentences, func(int) {})
	if err != nil {
		return err
	}
	defer corpus.Close()
	course := pretrain.Course{Epochs: o.Epochs, Minutes: o.Minutes}
	p, err := pretrain.Run(ctx, corpus, pretrain.Options{LanguageSettings: settings, Course: course}, func(p pretrain.Progress) {
		if o.Progress != nil {
			o.Progress(p.Done, p.Planned)
		}
	})
	if err != nil {
		return err
	}
	p.Lang, p.Licence, p.Source = o.Lang, o.Licence, o.Source
	return atomicfile.WriteFile(file, p.Write)
}

// SilverOptions says which sentences Silver keeps.
type SilverOptions struct {
	Shortest, Longest int     // words; 0 for 5 and 40
	Agree             float64 // the share of the first parser's structure that each other parser must build, too; 0 for all of it
	Confidence        float64 // least one of the first parser, see [treebank.Item]; 0 for any
	Words             int     // about how many to keep; 0 for all
	Workers           int
}

// Silver parses sentences of raw text and yields those that are parsed well enough to learn from: which one parser is
// sure of, or which several parsers parse alike, with the structure of the first one. They go into training by
// [treebank.Data.Join], as silver:
//
//	for it, err := range train.Silver(ctx, parsers, sentences, train.SilverOptions{}) {
//		made.Append(it) // made is a parser.Data
//	}
//	data.Join(treebank.Source{Silver: true}, made)
//
// A sentence that comes again is left out. It ends with the first error, which may be that of ctx.
func Silver(
	ctx context.Context, parsers []*parser.Parser, sentences iter.Seq2[*conll.Sentence, error], o SilverOptions,
) iter.Seq2[*parser.Item, error] {
	return func(yield func(*parser.Item, error) bool) {
		next, stop := engine.Pulled(sentences)
		defer stop()
		ended := false
		l, err := labeller(parsers, o)
		if err == nil {
			err = l.Label(ctx, next, func(it *treebank.Item) error {
				if ended = !yield(it, nil); ended {
					return io.EOF
				}
				return nil
			})
		}
		if err != nil && !ended {
			yield(nil, err)
		}
	}
}

func labeller(parsers []*parser.Parser, o SilverOptions) (*silver.Labeller, error) {
	var own []*engine.Parser
	for _, p := range parsers {
		if p == nil {
			return nil, errNoParser
		}
		own = append(own, engineOf(p))
	}
	if len(own) == 0 {
		return nil, fmt.Errorf("%w: no parser for silver trees", parser.ErrOptions)
	}
	return silver.New(own, silver.Options{
		Shortest: cmp.Or(o.Shortest, 5), Longest: cmp.Or(o.Longest, 40), Agree: cmp.Or(o.Agree, 1),
		Confidence: o.Confidence, Words: o.Words, Workers: max(1, o.Workers),
	})
}
