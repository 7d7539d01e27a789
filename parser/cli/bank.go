package cli

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
	"parser/parser/structure"
	"parser/ptb"
)

// bankFile is what was read for training from files, or from the embedded sample. It has
// sentences or trees.
type bankFile struct {
	name  string
	sizes string // what is in it, in words
	data  structure.Data
	texts []string // the words of each sentence, with tabs between them
}

// readTreebank reads a part of the treebank, which is empty if it has no place. Sentences
// with heads that make no tree count as malformed; words without head do not. The sizes of
// trees are those after the steps that training does; the brackets around whole sentences
// do not count. The trees of graphs are in files or, without, made by the base.
func (t *training) readTreebank(ctx context.Context, trees []string, files ...places.Place) (*bankFile, error) {
	return unlessInterrupted(ctx, func() (*bankFile, error) { return t.readFiles(ctx, trees, files) })
}

func (t *training) readFiles(ctx context.Context, trees []string, files []places.Place) (*bankFile, error) {
	b, in := &bankFile{name: places.Places(files).String()}, t.in
	var names []string
	for _, p := range files {
		names = append(names, p.Name)
		if !p.Sample {
			continue
		}
		in.Latin1, in.Format = false, pipe.Auto
		f, err := t.env.places().Open(p)
		if err != nil {
			return nil, err
		}
		text, err := io.ReadAll(f)
		if err != nil {
			return nil, err
		}
		in.Texts = map[string][]byte{p.Name: text}
	}
	s := in.Treebank(t.builds.Form, names...)
	s.Check = func(f *textfile.Reader) error {
		if t.builds.Form == textfile.CoNLL && in.Format != pipe.Auto {
			return nil
		}
		found, _ := pipe.Holds(f)
		return pipe.Must(f, t.builds, fmt.Sprintf("--system %s does not learn from them (--system %s does)", t.options.System, found.Systems()[0]))
	}
	err := s.Each(func(it *structure.Item) error { return b.add(it, s) })
	if err == nil && len(b.data.Graphs) > 0 {
		b.data.Sentences, err = t.from.of(ctx, t.env, b.data.Graphs, trees)
	}
	b.sum(t.builds.Holds, t.options.Steps)
	return b, err
}

// add adds an item, unless it is malformed and may be skipped: heads make a tree, or a part of one.
func (b *bankFile) add(it *structure.Item, from *pipe.Source) error {
	if it.Sentence != nil {
		if err := it.Sentence.CheckPartial(false); err != nil {
			if from.Skip(err) {
				return nil
			}
			return err
		}
	}
	b.data.Append(it)
	return nil
}

// sum says what is in the treebank, of trees after the steps that training takes first.
func (b *bankFile) sum(holds structure.Result, stepNames string) {
	steps, _ := ptb.ParseSteps(stepNames) // which setOptions has checked
	steps.Root = true
	var stats conll.Stats
	words, brackets := 0, 0
	note := func(forms []string) {
		b.texts = append(b.texts, strings.Join(forms, "\t"))
		words += len(forms)
	}
	for _, tree := range b.data.Trees {
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
	for _, s := range b.data.Sentences {
		stats.Add(s)
		var forms []string
		for i := range s.Words {
			forms = append(forms, s.Words[i].Form)
		}
		note(forms)
	}
	switch holds {
	case structure.Tree:
		b.sizes = fmt.Sprintf("%s, %s, %s", layout.Count(len(b.data.Trees), "tree"), layout.Count(words, "word"), layout.Count(brackets, "constituent"))
	case structure.Graph:
		b.sizes = fmt.Sprintf("%s, %s", layout.Count(len(b.data.Graphs), "graph"), layout.Count(words, "word"))
	default:
		b.sizes = fmt.Sprintf("%s, %s, %s", layout.Count(stats.Sentences, "sentence"), layout.Count(stats.Words, "word"),
			layout.Count(stats.NonProjectiveSentences, "non-projective sentence"))
	}
}

// cut leaves the first n sentences.
func (b *bankFile) cut(n int) {
	b.data = b.data.First(n)
}

// String describes the treebank in a line.
func (b *bankFile) String() string { return b.name + ": " + b.sizes }
