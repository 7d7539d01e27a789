package train_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"parser/conll"
	"parser/parser"
	"parser/parser/english"
	"parser/parser/text"
	"parser/parser/train"
)

const bert = "../internal/transformer/testdata/reference/bert"

// small makes networks so small that examples are quick.
var small = map[string]string{"size": "small"}

func read(name string) parser.Data {
	sentences, err := conll.ReadFile("../../testdata/en/" + name + ".conllu")
	if err != nil {
		panic(err)
	}
	return parser.Data{Sentences: sentences}
}

// some returns the first sentences to learn from.
func some(n int) parser.Data {
	all := read("train")
	return all.First(n)
}

// The system decides what is learned: here a tagger, from forms and tags.
func Example() {
	options := parser.Options{System: "tag", Epochs: 2}
	trained, err := train.Run(context.Background(), read("train"), parser.Data{}, options, train.Observer{
		Epoch: func(e train.Epoch) { fmt.Println("epoch", e.Number, "of", options.Epochs) },
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	s := &conll.Sentence{Words: []conll.Word{{Form: "The"}, {Form: "dog"}, {Form: "said"}, {Form: "."}}}
	if err := trained.Tag(s); err != nil {
		fmt.Println(err)
		return
	}
	for _, w := range s.Words {
		fmt.Println(w.Form, w.UPOS)
	}
	// Output:
	// epoch 1 of 2
	// epoch 2 of 2
	// The DET
	// dog NOUN
	// said VERB
	// . PUNCT
}

// A training with a checkpoint goes on where an earlier program ended.
func ExampleResume() {
	folder, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	data, options := read("train"), parser.Options{System: "tag", Epochs: 3}
	ctx, stop := context.WithCancel(context.Background())
	learn := func() (*parser.Parser, error) {
		return train.Resume(ctx, filepath.Join(folder, "tag"), data, parser.Data{}, options, train.Observer{
			Epoch: func(e train.Epoch) {
				fmt.Println("epoch", e.Number, "done before:", e.Past)
				if e.Number == 2 && !e.Past {
					stop()
				}
			},
		})
	}
	_, err = learn()
	fmt.Println(err)
	ctx = context.Background()
	_, err = learn()
	fmt.Println(err)
	left, err := os.ReadDir(folder)
	fmt.Println(len(left), err)
	// Output:
	// epoch 1 done before: false
	// epoch 2 done before: false
	// context canceled
	// epoch 1 done before: true
	// epoch 2 done before: true
	// epoch 3 done before: false
	// <nil>
	// 0 <nil>
}

// An encoder reads the words. Here the model holds what is left of it, the lower layer and 40 subwords, and needs no folder.
func ExampleEncoder() {
	folder, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	if err := os.CopyFS(filepath.Join(folder, "bert"), os.DirFS(bert)); err != nil {
		fmt.Println(err)
		return
	}
	encoder, err := train.Encoder(filepath.Join(folder, "bert"), train.EncoderOptions{Depth: 1, Subwords: 40, Embed: "int8"})
	if err != nil {
		fmt.Println(err)
		return
	}
	data := some(10)
	p, err := train.Run(context.Background(), data, parser.Data{}, parser.Options{Epochs: 1, Flags: small}, train.Observer{}, encoder)
	if err != nil {
		fmt.Println(err)
		return
	}
	file := filepath.Join(folder, "en.npz")
	if err := p.Save(file); err != nil {
		fmt.Println(err)
		return
	}
	if err := os.RemoveAll(filepath.Join(folder, "bert")); err != nil {
		fmt.Println(err)
		return
	}
	p, err = parser.Load(file)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.Meta().System, p.Meta().Sentences)
	// Output: arc-hybrid 10
}

// Raw text alone teaches words, which a treebank of ten sentences has few of.
func ExamplePretrain() {
	folder, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	ctx, file := context.Background(), filepath.Join(folder, "en.pretrained.npz")
	raw := conll.NewReader(openSample("train"), "raw").All() // words alone are read
	if err := train.Pretrain(ctx, raw, file, train.PretrainOptions{Size: "small", Epochs: 1}); err != nil {
		fmt.Println(err)
		return
	}
	words, err := train.Pretrained(file)
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := train.Run(ctx, some(10), parser.Data{}, parser.Options{Epochs: 1, Flags: small}, train.Observer{}, words)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.Meta().Structure)
	// Output: dependencies
}

func openSample(name string) *os.File {
	f, err := os.Open("../../testdata/en/" + name + ".conllu")
	if err != nil {
		panic(err)
	}
	return f
}

// Trees that a parser is sure of teach others.
func ExampleSilver() {
	p, err := english.Load()
	if err != nil {
		fmt.Println(err)
		return
	}
	sentences, err := p.Text(strings.NewReader("The dog barked at the cat. Go! She said that he had seen it."), "raw", text.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx, made := context.Background(), parser.Data{}
	for it, err := range train.Silver(ctx, []*parser.Parser{p}, sentences, train.SilverOptions{Shortest: 4}) {
		if err != nil {
			fmt.Println(err)
			return
		}
		made.Append(it)
	}
	fmt.Println(made.Len(), "sentences are long enough")
	pupil, err := train.Run(ctx, made, parser.Data{}, parser.Options{Scorer: "linear", Epochs: 3}, train.Observer{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(pupil.Meta().Sentences)
	// Output:
	// 2 sentences are long enough
	// 2
}

// Going on from a parser keeps what it knows; the teacher is another one, whose probabilities are learned, too.
func ExampleInit() {
	ctx, data := context.Background(), some(20)
	options := parser.Options{Epochs: 1, Flags: small}
	first, err := train.Run(ctx, data, parser.Data{}, options, train.Observer{})
	if err != nil {
		fmt.Println(err)
		return
	}
	init, err := train.Init(first)
	if err != nil {
		fmt.Println(err)
		return
	}
	teacher, err := train.Teacher(first)
	if err != nil {
		fmt.Println(err)
		return
	}
	second, err := train.Run(ctx, data, parser.Data{}, parser.Options{Epochs: 2}, train.Observer{}, init, teacher)
	if err != nil {
		fmt.Println(err)
		return
	}
	sure, err := train.Calibrate(second, read("dev"))
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = sure.With(parser.Request{Beam: 4})
	fmt.Println(err)
	// Output: <nil>
}

// Word vectors, taggers and a segmenter that there are already become parts of a parser for raw text.
func ExampleTaggers() {
	ctx, data := context.Background(), some(60)
	english, err := english.Load()
	if err != nil {
		fmt.Println(err)
		return
	}
	segmenter, err := train.Segmenter(english)
	if err != nil {
		fmt.Println(err)
		return
	}
	tagger, err := train.Run(ctx, data, parser.Data{}, parser.Options{System: "tag", Epochs: 2}, train.Observer{})
	if err != nil {
		fmt.Println(err)
		return
	}
	taggers, err := train.Taggers(tagger)
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := train.Run(ctx, data, parser.Data{}, parser.Options{Scorer: "linear", Epochs: 2}, train.Observer{}, segmenter, taggers)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.Meta().RawText, p.Meta().Predicts)
	_, err = train.Vectors("none.txt")
	fmt.Println(os.IsNotExist(err))
	// Output:
	// true [upos]
	// true
}
