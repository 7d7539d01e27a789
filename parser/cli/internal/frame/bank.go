package frame

import (
	"context"
	"fmt"
	"io"
	"strings"

	"parser/conll"
	"parser/conll/textfile"
	"parser/eval/layout"
	"parser/parser/internal/pipe"
	"parser/parser/internal/places"
	"parser/parser/internal/structure"
	"parser/ptb"
)

// BankFile is what was read for training from files, or from the embedded sample.
type BankFile struct {
	Name  string
	sizes string // what is in it, in words
	Data  structure.Data
	Texts []string // the words of each sentence, with tabs between them
}

// ReadTreebank reads a part of the treebank, which is empty if it has no place. Sentences
// with heads that make no tree count as malformed; words without head do not. The trees of
// graphs are in the files that trees names or, without, made by the base.
func (t *Learning) ReadTreebank(ctx context.Context, trees []string, files ...places.Place) (*BankFile, error) {
	return UnlessInterrupted(ctx, func() (*BankFile, error) { return t.readFiles(ctx, trees, files) })
}

func (t *Learning) readFiles(ctx context.Context, trees []string, files []places.Place) (*BankFile, error) {
	b, in := &BankFile{Name: places.Places(files).String()}, t.Input
	var names []string
	for _, p := range files {
		names = append(names, p.Name)
		if !p.Sample {
			continue
		}
		in.Latin1, in.Format = false, pipe.Auto
		f, err := in.Env.Places().Open(p)
		if err != nil {
			return nil, err
		}
		text, err := io.ReadAll(f)
		if err != nil {
			return nil, err
		}
		in.Texts = map[string][]byte{p.Name: text}
	}
	s := in.Treebank(t.Builds.Form, names...)
	s.Check = func(f *textfile.Reader) error {
		if t.Builds.Form == textfile.CoNLL && in.Format != pipe.Auto {
			return nil
		}
		found, _ := pipe.Holds(f)
		return pipe.Must(f, t.Builds, fmt.Sprintf("--system %s does not learn from them (--system %s does)", t.Options.System, found.Systems()[0]))
	}
	err := s.Each(func(it *structure.Item) error {
		if it.Sentence != nil {
			if err := it.Sentence.CheckPartial(false); err != nil {
				if s.Skip(err) {
					return nil
				}
				return err
			}
		}
		b.Data.Append(it)
		return nil
	})
	if err == nil && len(b.Data.Graphs) > 0 {
		b.Data.Sentences, err = t.From.Sentences(ctx, t.Env, b.Data.Graphs, trees)
	}
	b.sum(t.Builds.Holds, t.Options.Steps)
	return b, err
}

// sum says what is in the treebank, of trees after the steps that training takes first, without the brackets around
// whole sentences.
func (b *BankFile) sum(holds structure.Result, stepNames string) {
	steps, _ := ptb.ParseSteps(stepNames) // which SetOptions has checked
	steps.Root = true
	var stats conll.Stats
	words, brackets := 0, 0
	note := func(forms []string) {
		b.Texts = append(b.Texts, strings.Join(forms, "\t"))
		words += len(forms)
	}
	for _, tree := range b.Data.Trees {
		if tree = steps.Apply(tree); tree == nil {
			continue
		}
		var forms []string
		for _, leaf := range tree.Leaves() {
			forms = append(forms, leaf.Word)
		}
		note(forms)
		brackets += len(tree.Spans()) - 1
	}
	for _, s := range b.Data.Sentences {
		stats.Add(s)
		var forms []string
		for i := range s.Words {
			forms = append(forms, s.Words[i].Form)
		}
		note(forms)
	}
	switch holds {
	case structure.Tree:
		b.sizes = fmt.Sprintf("%s, %s, %s", layout.Count(len(b.Data.Trees), "tree"), layout.Count(words, "word"), layout.Count(brackets, "constituent"))
	case structure.Graph:
		b.sizes = fmt.Sprintf("%s, %s", layout.Count(len(b.Data.Graphs), "graph"), layout.Count(words, "word"))
	default:
		b.sizes = fmt.Sprintf("%s, %s, %s", layout.Count(stats.Sentences, "sentence"), layout.Count(stats.Words, "word"),
			layout.Count(stats.NonProjectiveSentences, "non-projective sentence"))
	}
}

// String describes the treebank in a line.
func (b *BankFile) String() string { return b.Name + ": " + b.sizes }
