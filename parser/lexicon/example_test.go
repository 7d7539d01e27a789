package lexicon_test

import (
	"fmt"
	"strings"

	"parser/parser/lexicon"
)

func Example() {
	l, err := lexicon.Read(strings.NewReader("# terms\nmice\tmouse\tNOUN\t_\tNumber=Plur\nmice\tmicro\tPROPN\n"), "terms.tsv")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, a := range l.Analyses("mice") {
		fmt.Println(a.Lemma, a.UPOS, a.Feats)
	}
	// Output:
	// mouse NOUN Number=Plur
	// micro PROPN
}
