package train_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"parser/conll"
	"parser/parser"
	"parser/parser/text"
	"parser/parser/train"
)

// A list of words helps to cut text of a script without blanks into words, and need not be there when the model runs.
func ExampleLexicon() {
	folder, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	list := filepath.Join(folder, "nouns.tsv")
	if err := os.WriteFile(list, []byte("小貓\t_\tNOUN\n牛奶\t_\tNOUN\n老師\t_\tNOUN\n學校\t_\tNOUN\n手機\t_\tNOUN\n"), 0o600); err != nil {
		fmt.Println(err)
		return
	}
	nouns, err := train.Lexicon(list)
	if err != nil {
		fmt.Println(err)
		return
	}
	var data parser.Data
	for _, line := range strings.Fields("看_小貓 看_山_水 小貓 買_牛奶 買_花_草 牛奶 畫_老師 畫_鳥_魚 老師 要_學校 要_狗_羊 學校") {
		s := &conll.Sentence{Format: conll.FormatU}
		for i, form := range strings.Split(line, "_") {
			s.Words = append(s.Words, conll.Word{Form: form, UPOS: "X", Head: min(i, 1), Deprel: "x", Misc: "SpaceAfter=No"})
		}
		data.Sentences = append(data.Sentences, s)
	}
	options := parser.Options{Pipeline: true, Scorer: "linear", Epochs: 2, Flags: map[string]string{"jackknife": "2"}}
	p, err := train.Run(context.Background(), data, parser.Data{}, options, train.Observer{}, nouns)
	if err != nil {
		fmt.Println(err)
		return
	}
	sentences, err := p.Text(strings.NewReader("要手機"), "", text.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for s, err := range sentences {
		if err != nil {
			fmt.Println(err)
			return
		}
		for _, w := range s.Words {
			fmt.Println(w.Form)
		}
	}
	// Output:
	// 要
	// 手機
}
