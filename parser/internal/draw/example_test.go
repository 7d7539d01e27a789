package draw_test

import (
	"errors"
	"fmt"

	"parser/conll"
	"parser/parser/internal/draw"
)

func ExampleCompareSentences() {
	gold := &conll.Sentence{Words: []conll.Word{{Form: "Birds", Head: 2, Deprel: "nsubj"}, {Form: "sing", Head: 0, Deprel: "root"}}}
	system := gold.Clone()
	system.Words[0].Deprel = "obj"
	p, err := draw.CompareSentences(gold, system)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, a := range p.Arcs {
		fmt.Println(a.Head, a.Dep, a.Label, a.Mark == draw.GoldOnly, a.Mark == draw.SystemOnly)
	}
	fmt.Println(p.Differences())

	system.Words[1].Form = "swim"
	_, err = draw.CompareSentences(gold, system)
	fmt.Println(errors.Is(err, draw.ErrDiffers), err)
	// Output:
	// 2 1 nsubj true false
	// 0 2 root false false
	// 2 1 obj false true
	// 1
	// true sentences of different words: word 2 is "sing" in gold and "swim" in the other
}

func ExamplePicture_Check() {
	p := &draw.Picture{Words: []draw.Word{{Form: "Birds"}}, Arcs: []draw.Arc{{Head: 2, Dep: 1}}}
	err := p.Check()
	fmt.Println(errors.Is(err, draw.ErrPicture), err)
	// Output: true invalid picture: an arc from 2 to 1 among 1 words
}
