package segment_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"parser/conll"
	"parser/parser/internal/segment"
	"parser/parser/text"
)

// A tagger that knows nothing but full stops: every unit is a token.
func Example() {
	rules, err := segment.Learn(nil, "") // no treebank at all
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
	r := segment.NewReader(strings.NewReader("It rains.  I stay\nin."), "example", rules, tag, nil, text.Options{Ranges: utf8.RuneCountInString})
	var again []byte
	for s, err := range r.All() {
		if err != nil {
			panic(err)
		}
		for _, w := range s.Words {
			fmt.Println(w.Form, w.Misc)
		}
		again, _ = segment.AppendText(again, s)
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

// Where a text has no end of a token or a sentence, the limits of a Reader are one.
func ExampleReader() {
	rules, err := segment.Learn(nil, "")
	if err != nil {
		panic(err)
	}
	var inside segment.Tagger = func(windows []*conll.Sentence) error {
		for _, w := range windows {
			for i := range w.Words {
				w.Words[i].XPOS = "I" // nothing ends
			}
		}
		return nil
	}
	long := strings.Repeat("a1", 10_000) + " " + strings.Repeat("b ", 20_000)
	longest, tokens := 0, 0
	for s, err := range segment.NewReader(strings.NewReader(long), "example", rules, inside, nil, text.Options{}).All() {
		if err != nil {
			panic(err)
		}
		tokens = max(tokens, len(s.Words))
		for _, w := range s.Words {
			longest = max(longest, len(w.Form))
		}
	}
	fmt.Println(longest <= 10_000, tokens <= 10_000)

	blanks := strings.NewReader("a" + strings.Repeat(" ", 2<<20))
	for s, err := range segment.NewReader(blanks, "example", rules, inside, nil, text.Options{}).All() {
		fmt.Println(s != nil, errors.Is(err, conll.ErrTooLong))
	}
	// Output:
	// true true
	// true false
	// false true
}

// Tokens that are given stay, whatever the rules are, and the text comes back.
func ExampleSegmented() {
	r := segment.NewReader(strings.NewReader("It's 5 p.m. , go !\nNow !"), "example", nil, nil, nil, text.Options{Segmented: text.Horizontal})
	var again []byte
	for s, err := range r.All() {
		if err != nil {
			panic(err)
		}
		for _, w := range s.Words {
			fmt.Printf("%s|", w.Form)
		}
		fmt.Println()
		again, _ = segment.AppendText(again, s)
	}
	fmt.Printf("%q\n", again)
	// Output:
	// It's|5|p.m.|,|go|!|
	// Now|!|
	// "It's 5 p.m. , go !\nNow !"
}

// Rules are stored as JSON, and damaged ones are refused.
func ExampleRules_UnmarshalJSON() {
	rules := segment.Rules{Scripts: []string{"Latin"}, Multiword: segment.Splits{"^zum": "zu dem"}}
	stored, err := json.Marshal(&rules)
	fmt.Println(string(stored), err)
	err = json.Unmarshal([]byte(strings.Replace(string(stored), "Latin", "Elvish", 1)), &rules)
	fmt.Println(err)
	// Output:
	// {"Scripts":["Latin"],"Multiword":{"^zum":"zu dem"}} <nil>
	// bad rules for text: no script "Elvish"
}
