package score

import (
	"cmp"
	"strings"

	"parser/conll"
)

// treebankMark begins MISC of the words of a sentence that follows the annotation of a treebank.
const treebankMark = "Treebank="

// Following returns copies of words, in dst, that tell scorers whose annotation a sentence follows: in MISC they have
// the name of the treebank and nothing else. It is the first of names that is not empty, otherwise the first treebank
// that a parser knows, which is one of several.
func Following(dst, words []conll.Word, known []string, names ...string) []conll.Word {
	name := cmp.Or(cmp.Or(names...), known[0])
	dst = append(dst[:0], words...)
	for i := range dst {
		dst[i].Misc = treebankMark + name
	}
	return dst
}

// Treebank returns the name that Following has given a word, "_" if it has none.
func Treebank(w *conll.Word) string {
	if name, marked := strings.CutPrefix(w.Misc, treebankMark); marked {
		return name
	}
	return "_"
}

// Words returns the number of words in sentences.
func Words(sentences [][]conll.Word) (n int) {
	for _, words := range sentences {
		n += len(words)
	}
	return n
}
