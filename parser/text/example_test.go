package text_test

import (
	"fmt"
	"strings"

	"parser/conll"
	"parser/parser/text"
)

// A tagger that knows nothing but full stops: every unit is a token.
func Example() {
	rules, err := text.Learn(nil, "") // no treebank at all
	if err != nil {
		panic(err)
	}
	tag := func(windows []*conll.Sentence) error {
		for _, w := range windows {
			for i := range w.Words {
				if w.Words[i].XPOS = "T"; w.Words[i].Form == "." {
					w.Words[i].XPOS = "S"
				}
			}
		}
		return nil
	}
	r := text.NewReader(strings.NewReader("It rains.  I stay\nin."), "example", rules, tag, text.Options{Ranges: true})
	var again []byte
	for s, err := range r.All() {
		if err != nil {
			panic(err)
		}
		for _, w := range s.Words {
			fmt.Println(w.Form, w.Misc)
		}
		again, _ = text.AppendText(again, s)
	}
	fmt.Printf("%q\n", again)
	// Output:
	// It TokenRange=0:2
	// rains SpaceAfter=No|TokenRange=3:8
	// . SpacesAfter=\s\s|TokenRange=8:9
	// I TokenRange=11:12
	// stay SpacesAfter=\n|TokenRange=13:17
	// in SpaceAfter=No|TokenRange=18:20
	// . SpaceAfter=No|TokenRange=20:21
	// "It rains.  I stay\nin."
}
