// Package subword cuts text into the pieces that transformers were trained on, as the file tokenizer.json of their
// folder says: WordPiece (Schuster & Nakajima 2012; Devlin et al. 2019), Unigram (Kudo 2018) and byte-level BPE
// (Sennrich, Haddow & Birch 2016; Radford et al. 2019), with everything that BERT, RoBERTa, XLM-R, ELECTRA and
// DistilBERT do to a text before. Where the file is not there, vocab.txt, or vocab.json with merges.txt, or a model of
// sentencepiece say what is needed.
//
// A text goes through these steps: tokens that stand apart from the vocabulary are found in it (added.go); what is
// between them is normalised (normalize.go, unicode.go, charsmap.go) and cut into words (pretokenize.go, pattern.go); a
// model cuts each word into pieces (wordpiece.go, unigram.go, bpe.go). The steps and their names are those of the Rust
// library huggingface/tokenizers, which defines the file. What is not supported is refused by its name.
package subword

import "unicode/utf8"

// Special has the ids of tokens with a meaning of their own: those that begin and end a sentence ([CLS] and [SEP], <s>
// and </s>), the one that stands for what is unknown and the one that stands for what is hidden ([MASK], <mask>), -1 where
// the tokenizer has no such token.
type Special struct{ First, Last, Unknown, Mask int32 }

// Tokenizer cuts text into pieces. It never changes, so that any number of goroutines can use it at once.
type Tokenizer struct {
	cutter
	raw, normalized tokens // those found before and after a text is normalised
	normalize       normalizer
	model           model
	size            int
	special         Special
	before          string // what stands before a word within a sentence, apart from what blank says
}

// model cuts words into pieces.
type model interface {
	pieces(dst []int32, word string) []int32 // appends the ids of those of a word
	needs(word string, use func(id int32))   // tells which a word needs, see Needs
	basic(keep func(id int32))               // tells which there must always be
	order() []int32                          // of all, those first that are usually more frequent
}

// Size returns the number of rows that a table of the pieces needs: one more than the largest id.
func (t *Tokenizer) Size() int { return t.size }

// Special returns the ids of tokens with a meaning of their own.
func (t *Tokenizer) Special() Special { return t.special }

// Word appends the ids of a word within a sentence to dst and returns it: the word by itself, with a blank before it if
// pieces have blanks, as add_prefix_space puts it before whole texts. It may have none, such as a word of control
// characters. Tokens that begin and end a sentence are not added.
func (t *Tokenizer) Word(dst []int32, word string) []int32 {
	return t.encode(dst, t.before+word, t.blank != 0)
}

// encode appends the ids of a text. With blank each part between added tokens begins with a blank, if need be with one
// that is put before it. The time it takes is proportional to the length of the text, times its logarithm for BPE.
func (t *Tokenizer) encode(dst []int32, text string, blank bool) []int32 {
	text = string([]rune(text)) // a byte that is not UTF-8 becomes U+FFFD
	before := len(dst)
	return t.raw.split(dst, text, func(dst []int32, part string) []int32 {
		return t.normalized.split(dst, t.normalize(part), func(dst []int32, part string) []int32 {
			if first, _ := utf8.DecodeRuneInString(part); blank && first != ' ' && first != t.blank {
				part = " " + part
			}
			for _, word := range t.cut(part, len(dst) == before) {
				dst = t.model.pieces(dst, word)
			}
			return dst
		})
	})
}
