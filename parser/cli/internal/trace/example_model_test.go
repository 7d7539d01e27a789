package trace_test

import (
	"fmt"
	"strings"

	"parser/conll"
	"parser/parser/cli/internal/trace"
	"parser/parser/english"
	"parser/parser/internal/engine"
	"parser/parser/text"
	"parser/parser/treebank"
)

// How does a model come to the tree of a raw sentence?
func ExampleOf() {
	p, s, err := raw("She saw a dog.")
	if err != nil {
		fmt.Println(err)
		return
	}
	t, err := trace.Of(p, treebank.SentenceItem(s), treebank.Data{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(t.Heading.System, t.Heading.Words, t.Heading.Tags)
	err = t.Run(nil, trace.ByModel, func(s *trace.Step) error {
		_, err := fmt.Println(s.Stack, s.Buffer, s.Move)
		return err
	})
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// arc-hybrid [She saw a dog .] [PRON VERB DET NOUN PUNCT]
	// [ROOT] [1:She 2:saw 3:a 4:dog 5:.] SH
	// [ROOT 1:She] [2:saw 3:a 4:dog 5:.] LA-nsubj
	// [ROOT] [2:saw 3:a 4:dog 5:.] SH
	// [ROOT 2:saw] [3:a 4:dog 5:.] SH
	// [ROOT 2:saw 3:a] [4:dog 5:.] LA-det
	// [ROOT 2:saw] [4:dog 5:.] SH
	// [ROOT 2:saw 4:dog] [5:.] RA-obj
	// [ROOT 2:saw] [5:.] SH
	// [ROOT 2:saw 5:.] [] RA-punct
	// [ROOT 2:saw] [] RA-root
	// [ROOT] []
}

// What does the model think where a script has gone wrong, and what did that cost?
func ExampleTrace_Script() {
	p, s, err := raw("She saw a dog.")
	if err != nil {
		fmt.Println(err)
		return
	}
	gold := s.Clone()
	for i, arc := range []conll.Word{{Head: 2, Deprel: "nsubj"}, {Head: 0, Deprel: "root"}, {Head: 4, Deprel: "det"},
		{Head: 2, Deprel: "obj"}, {Head: 2, Deprel: "punct"}} {
		gold.Words[i].Head, gold.Words[i].Deprel = arc.Head, arc.Deprel
	}
	t, err := trace.Of(p, treebank.SentenceItem(s), treebank.Data{Sentences: []*conll.Sentence{gold}})
	if err != nil {
		fmt.Println(err)
		return
	}
	script, err := t.Script("SH LA-obj SH SH SH")
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := t.Ask("dynamic"); err != nil {
		fmt.Println(err)
		return
	}
	err = t.Run(script, t.Leader(), func(s *trace.Step) error {
		for _, score := range s.Scores {
			if score.Best && s.Error != nil {
				fmt.Printf("step %d: %v; the model: %s\n", s.Step, *s.Error, score.Move)
			}
		}
		if s.Loss != nil {
			fmt.Println(len(s.Errors), "errors, loss", *s.Loss)
		}
		return nil
	})
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// step 2: LA-obj costs 1 more than LA-nsubj, the first error; the model: LA
	// step 5: SH costs 4 more than LA-det; the model: LA
	// 2 errors, loss 5
}

// raw returns the English model, and the first sentence of a text.
func raw(words string) (*engine.Parser, *conll.Sentence, error) {
	p, err := engine.Read(english.File(), english.File().Size())
	if err != nil {
		return nil, nil, err
	}
	r, err := p.Text(strings.NewReader(words), "text", text.Options{})
	if err != nil {
		return nil, nil, err
	}
	s, err := r.Read()
	return p, s, err
}
