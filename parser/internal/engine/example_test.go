package engine_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"parser/conll"
	"parser/parser/amr"
	"parser/parser/english"
	"parser/parser/internal/engine"
	"parser/parser/internal/graphs/grounding"
	train "parser/parser/internal/training"
	"parser/parser/text"
	"parser/parser/treebank"
)

// A parser learns from one part of a treebank and is chosen on another.
func Example() {
	data, err := conll.ReadFile("../../../testdata/en/train.conllu")
	if err != nil {
		fmt.Println(err)
		return
	}
	dev, err := conll.ReadFile("../../../testdata/en/dev.conllu")
	if err != nil {
		fmt.Println(err)
		return
	}
	options := engine.DefaultOptions()
	options.UseScorer("linear") // which learns in a few seconds
	options.Epochs = 3
	p, err := train.Run(context.Background(), treebank.Data{Sentences: data}, treebank.Data{Sentences: dev}, options, train.Observer{
		Epoch: func(e train.Epoch) { fmt.Println("epoch", e.Number, "LAS above 60:", e.LAS > 60) },
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	m := p.Meta()
	fmt.Println(m.System, m.Roots, "root; sentences skipped:", m.Skipped.Total())
	// Output:
	// epoch 1 LAS above 60: true
	// epoch 2 LAS above 60: true
	// epoch 3 LAS above 60: true
	// arc-hybrid single root; sentences skipped: 0
}

// exampleParser trains a small parser.
func exampleParser() (*engine.Parser, error) {
	data, err := conll.ReadFile("../../../testdata/en/train.conllu")
	if err != nil {
		return nil, err
	}
	options := engine.DefaultOptions()
	options.UseScorer("linear") // which learns in a few seconds
	options.Epochs = 4
	return train.Run(context.Background(), treebank.Data{Sentences: data}, treebank.Data{}, options, train.Observer{})
}

// What is saved is loaded by a program that knows nothing of the training.
func ExampleLoad() {
	p, err := exampleParser()
	if err != nil {
		fmt.Println(err)
		return
	}
	folder, err := os.MkdirTemp("", "example")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	name := filepath.Join(folder, "en.npz")
	if err := p.Save(name); err != nil {
		fmt.Println(err)
		return
	}

	loaded, err := engine.Load(name)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(loaded.Describe() == p.Describe())
	// Output: true
}

// Parse fills in the columns HEAD and DEPREL.
func ExampleParser_Parse() {
	p, err := exampleParser()
	if err != nil {
		fmt.Println(err)
		return
	}
	s := &conll.Sentence{Words: []conll.Word{
		{Form: "The", Lemma: "the", UPOS: "DET", XPOS: "DT"},
		{Form: "dog", Lemma: "dog", UPOS: "NOUN", XPOS: "NN"},
		{Form: "sleeps", Lemma: "sleep", UPOS: "VERB", XPOS: "VBZ"},
		{Form: ".", Lemma: ".", UPOS: "PUNCT", XPOS: "."},
	}}
	p.Parse(s)
	for i, w := range s.Words {
		fmt.Println(i+1, w.Form, w.Head, w.Deprel)
	}
	// Output:
	// 1 The 2 det
	// 2 dog 3 nsubj
	// 3 sleeps 0 root
	// 4 . 3 punct
}

// A request completes a tree that is known in part: here, that the whole sentence is a
// noun phrase.
func ExampleParser_With() {
	p, err := exampleParser()
	if err == nil {
		p, err = p.With(treebank.Request{KeepHeads: true})
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	s := &conll.Sentence{Words: []conll.Word{
		{Form: "The", Lemma: "the", UPOS: "DET", XPOS: "DT", Head: conll.NoHead},
		{Form: "dog", Lemma: "dog", UPOS: "NOUN", XPOS: "NN", Head: 0, Deprel: "root"},
		{Form: "sleeps", Lemma: "sleep", UPOS: "VERB", XPOS: "VBZ", Head: conll.NoHead},
		{Form: ".", Lemma: ".", UPOS: "PUNCT", XPOS: ".", Head: 2},
	}}
	if err := p.Parse(s); err != nil {
		fmt.Println(err)
	}
	for i, w := range s.Words {
		fmt.Println(i+1, w.Form, w.Head, w.Deprel)
	}
	// Output:
	// 1 The 2 det
	// 2 dog 0 root
	// 3 sleeps 2 acl:relcl
	// 4 . 2 punct
}

// A parser that holds a tagger reads words alone.
func ExampleParser_WithTaggers() {
	ctx := context.Background()
	data, err := conll.ReadFile("../../../testdata/en/train.conllu")
	if err != nil {
		fmt.Println(err)
		return
	}
	o := engine.DefaultsFor("tag")
	o.Epochs = 4
	tagger, err := train.Run(ctx, treebank.Data{Sentences: data}, treebank.Data{}, o, train.Observer{})
	if err != nil {
		fmt.Println(err)
		return
	}
	o = engine.DefaultOptions()
	o.UseScorer("linear") // which learns in a few seconds
	o.Epochs = 4
	p, err := train.Run(ctx, treebank.Data{Sentences: data}, treebank.Data{}, o, train.Observer{})
	if err != nil {
		fmt.Println(err)
		return
	}
	if p, err = p.WithTaggers(tagger); err != nil {
		fmt.Println(err)
		return
	}
	s := &conll.Sentence{Words: []conll.Word{{Form: "The"}, {Form: "dog"}, {Form: "sleeps"}, {Form: "."}}}
	if err := p.Parse(s); err != nil {
		fmt.Println(err)
		return
	}
	for i, w := range s.Words {
		fmt.Println(i+1, w.Form, w.UPOS, w.Head, w.Deprel)
	}
	// Output:
	// 1 The DET 2 det
	// 2 dog NOUN 3 nsubj
	// 3 sleeps VERB 0 root
	// 4 . PUNCT 3 punct
}

// exampleGraphs trains a small parser of graphs, which has the English model make words and trees.
func exampleGraphs(ctx context.Context) (*engine.Parser, error) {
	base, err := engine.Read(english.File(), english.File().Size())
	if err != nil {
		return nil, err
	}
	graphs, err := amr.ReadFile("../../../testdata/en/train.amr")
	if err != nil {
		return nil, err
	}
	texts, err := grounding.Texts(graphs)
	if err != nil {
		return nil, err
	}
	trees, err := grounding.Trees(ctx, base, texts, 1)
	if err != nil {
		return nil, err
	}
	options := engine.DefaultsFor("amr")
	options.Epochs = 3
	p, err := train.Run(ctx, treebank.Data{Graphs: graphs, Sentences: trees}, treebank.Data{}, options, train.Observer{})
	if err != nil {
		return nil, err
	}
	return p.WithBase(base)
}

// A parser of graphs learns from graphs and the dependency trees of their texts. With a base it
// parses raw text.
func Example_graphs() {
	p, err := exampleGraphs(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	sentences, err := p.Text(strings.NewReader("The old dog sleeps."), "text", text.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := sentences.Read()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.ParseGraph(s))
	// Output:
	// # ::id 1
	// # ::snt The old dog sleeps.
	// (s / sleep-01
	//       :ARG0 (d / dog
	//             :mod (o / old)))
	//  <nil>
}
