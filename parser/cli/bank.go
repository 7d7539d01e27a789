package cli

import (
	"context"
	"fmt"
	"io"
	"strings"

	"parser/conll"
	"parser/conll/textfile"
	"parser/eval/layout"
	"parser/oracle"
	"parser/parser/amr"
	"parser/parser/internal/places"
	"parser/parser/structure"
	"parser/ptb"
	"parser/transition"
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
		in.latin1, in.format = false, formAuto
		f, err := t.env.places().Open(p)
		if err != nil {
			return nil, err
		}
		text, err := io.ReadAll(f)
		if err != nil {
			return nil, err
		}
		in.texts = map[string][]byte{p.Name: text}
	}
	check := func(f *textfile.Reader) error {
		found, _ := holds(f)
		return mustHold(f, t.kind, fmt.Sprintf("--system %s does not learn from them (--system %s does)", t.options.System, oracle.Systems(found)[0]))
	}
	switch t.kind {
	case transition.Constituents:
		s := in.trees(names...)
		s.check = check
		return b, b.readTrees(s, t.options.Steps)
	case transition.Graphs:
		s := in.graphs(names...)
		s.check = check
		return b, b.readGraphs(s, func(graphs []*amr.Graph) ([]*conll.Sentence, error) {
			return t.from.of(ctx, t.env, graphs, trees)
		})
	}
	s := in.sentences(names...)
	if in.format == formAuto {
		s.check = check
	}
	return b, b.readSentences(s)
}

// readTrees reads a treebank of constituents.
func (b *bankFile) readTrees(s *source[*ptb.Tree], stepNames string) error {
	steps, _ := ptb.ParseSteps(stepNames) // which setOptions has checked
	steps.Root = true
	words, brackets := 0, 0
	err := s.each(func(tree *ptb.Tree) error {
		b.data.Trees = append(b.data.Trees, tree)
		if tree = steps.Apply(tree); tree == nil {
			return nil
		}
		var forms []string
		for _, leaf := range tree.Leaves() {
			forms = append(forms, leaf.Word)
		}
		b.texts = append(b.texts, strings.Join(forms, "\t"))
		words += len(forms)
		brackets += len(tree.Spans()) - 1
		return nil
	})
	b.sizes = fmt.Sprintf("%s, %s, %s", layout.Count(len(b.data.Trees), "tree"), layout.Count(words, "word"), layout.Count(brackets, "constituent"))
	return err
}

// readGraphs reads a treebank of graphs, of which of returns the sentences.
func (b *bankFile) readGraphs(s *source[*amr.Graph], of func([]*amr.Graph) ([]*conll.Sentence, error)) error {
	err := s.each(func(g *amr.Graph) error {
		b.data.Graphs = append(b.data.Graphs, g)
		return nil
	})
	if err == nil && len(b.data.Graphs) > 0 {
		b.data.Sentences, err = of(b.data.Graphs)
	}
	words := 0
	for _, sentence := range b.data.Sentences {
		words += sentence.Len()
		b.texts = append(b.texts, formsOf(sentence))
	}
	b.sizes = fmt.Sprintf("%s, %s", layout.Count(len(b.data.Graphs), "graph"), layout.Count(words, "word"))
	return err
}

// formsOf returns the words of a sentence with tabs between them.
func formsOf(s *conll.Sentence) string {
	var forms []string
	for i := range s.Words {
		forms = append(forms, s.Words[i].Form)
	}
	return strings.Join(forms, "\t")
}

// readSentences reads a treebank of dependencies.
func (b *bankFile) readSentences(s *source[*conll.Sentence]) error {
	var stats conll.Stats
	err := s.each(func(sentence *conll.Sentence) error {
		if err := sentence.CheckPartial(false); err != nil {
			if s.skip(err) {
				return nil
			}
			return err
		}
		b.data.Sentences = append(b.data.Sentences, sentence)
		stats.Add(sentence)
		b.texts = append(b.texts, formsOf(sentence))
		return nil
	})
	b.sizes = fmt.Sprintf("%s, %s, %s", layout.Count(stats.Sentences, "sentence"), layout.Count(stats.Words, "word"),
		layout.Count(stats.NonProjectiveSentences, "non-projective sentence"))
	return err
}

// cut leaves the first n sentences.
func (b *bankFile) cut(n int) {
	b.data.Sentences = b.data.Sentences[:min(n, len(b.data.Sentences))]
	b.data.Trees = b.data.Trees[:min(n, len(b.data.Trees))]
	b.data.Graphs = b.data.Graphs[:min(n, len(b.data.Graphs))]
}

// String describes the treebank in a line.
func (b *bankFile) String() string { return b.name + ": " + b.sizes }
