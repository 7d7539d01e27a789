package places_test

import (
	"fmt"
	"testing/fstest"

	"parser/parser/cli/internal/places"
	"parser/parser/internal/structure"
	"parser/transition"
)

// Without PARSER_DATA treebanks are those of the embedded samples.
func Example() {
	f := places.Finder{
		Getenv:  func(string) string { return "" },
		Samples: fstest.MapFS{"en/train.conllu": {}, "en/dev.conllu": {}},
	}
	train, dev, err := f.Treebank(structure.Of(transition.Dependencies), "en", nil, nil)
	fmt.Println(train, dev, err)
	_, _, err = f.Treebank(structure.Of(transition.Constituents), "en", nil, nil)
	fmt.Println(err)
	name, err := places.ModelName("en", structure.Of(transition.Constituents), "")
	fmt.Println(name, err)
	// Output:
	// the embedded sample en/train.conllu the embedded sample en/dev.conllu <nil>
	// wrong usage: no treebank for "en": give --train FILE, or set PARSER_DATA to a folder with en/train.mrg
	// en-brackets <nil>
}
