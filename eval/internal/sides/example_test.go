package sides_test

import (
	"errors"
	"fmt"

	"parser/conll"
	"parser/eval/internal/sides"
)

func Example() {
	gold := sides.Slice([]*conll.Sentence{{File: "gold", Line: 1}, {File: "gold", Line: 4}})
	system := sides.Slice([]*conll.Sentence{{File: "system", Line: 1}})
	end := func(last *conll.Sentence) string { return sides.Place(last, 0) }
	missing := func(extra *conll.Sentence, ended string) error {
		return errors.New(ended + ", but " + sides.Place(extra, 0) + " is there")
	}
	places := func(gold *conll.Sentence, systems []*conll.Sentence) error {
		fmt.Println(sides.Place(gold, 0), sides.Place(systems[0], 0))
		return nil
	}
	err := sides.Read(gold, []*sides.Sentences{system}, end, missing, places)
	fmt.Println(err)
	// Output:
	// gold:1 system:1
	// system ends after system:1, but gold:4 is there
}
