package segment

import (
	"strings"

	"github.com/clipperhouse/uax29/v2/sentences"
	"github.com/clipperhouse/uax29/v2/words"

	"parser/conll"
)

// byUnicode is a Tagger that knows no treebank: tokens are the words and the marks of UAX #29, sentences are its
// sentences.
func byUnicode(windows []*conll.Sentence) error {
	for _, w := range windows {
		var text strings.Builder
		for i := range w.Words {
			u := &w.Words[i]
			if text.WriteString(u.Form); !strings.HasSuffix(u.UPOS, noBlank) {
				text.WriteString(" ")
			}
			u.XPOS = tagInside
		}
		word, sentence := words.FromString(text.String()), sentences.FromString(text.String())
		start, wordEnd, sentenceEnd := 0, 0, 0 // of a unit; of the word and the sentence that it belongs to, with a blank
		for i := range w.Words {
			u := &w.Words[i]
			end := start + len(u.Form)
			for wordEnd < end && word.Next() {
				wordEnd = word.End()
			}
			for sentenceEnd < end && sentence.Next() {
				sentenceEnd = sentence.End()
			}
			if wordEnd == end {
				u.XPOS = tagToken
			}
			if start = end; !strings.HasSuffix(u.UPOS, noBlank) {
				start++
			}
			if sentenceEnd == start {
				u.XPOS = tagSentence
			}
		}
	}
	return nil
}
