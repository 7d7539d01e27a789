// Package subword cuts text into the pieces that transformers were trained on, as the file tokenizer.json of their
// folder says: WordPiece (Schuster & Nakajima 2012; Devlin et al. 2019), Unigram (Kudo 2018) and byte-level BPE
// (Sennrich, Haddow & Birch 2016; Radford et al. 2019), with everything that BERT, RoBERTa, XLM-R, ELECTRA and
// DistilBERT do to a text before. Where the file is not there, vocab.txt or vocab.json with merges.txt say what is
// needed.
//
// A text goes through these steps: tokens that stand apart from the vocabulary are found in it (added.go); what is
// between them is normalised (normalize.go, unicode.go, charsmap.go) and cut into words (pretokenize.go, pattern.go); a
// model cuts each word into pieces (wordpiece.go, unigram.go, bpe.go). The steps and their names are those of the Rust
// library huggingface/tokenizers, which defines the file. What is not supported is refused by its name.
package subword

import "sync"

// Piece is a piece of a text: its id in the vocabulary, and the bytes of the text that it comes from, without blanks at
// the ends. Pieces are in the order of the text. Two of them overlap only where they are parts of one character that
// was replaced by several (½ by 1, ⁄ and 2); then both have all of it. A piece of blanks is empty.
type Piece struct {
	ID         int32
	Start, End int
}

// Special has the ids of tokens with a meaning of their own: those that begin and end a sentence ([CLS] and [SEP], <s>
// and </s>), that fill up a batch, that stand for what is unknown, and that hide a piece from a language model that
// learns. An id is -1 where the tokenizer has no such token; First and Last are always there.
type Special struct{ First, Last, Pad, Unknown, Mask int32 }

// Tokenizer cuts text into pieces. It never changes, so that any number of goroutines can use it at once.
type Tokenizer struct {
	raw, normalized tokens // those found before and after a text is normalised
	normalize       normalizer
	cut             preTokenizer
	model           model
	blank           rune // what stands for a blank in pieces; 0 if they have none
	size            int
	special         Special
	memory          sync.Pool
}

// model cuts a word into pieces and appends them to w.pieces, with places in w.text.
type model interface{ pieces(w *work, word span) }

// Size returns the number of rows that a table of the pieces needs: one more than the largest id.
func (t *Tokenizer) Size() int { return t.size }

// Special returns the ids of tokens with a meaning of their own.
func (t *Tokenizer) Special() Special { return t.special }

// Encode appends the pieces of a text to dst and returns it. Tokens that begin and end a sentence are not added. The
// time it takes is proportional to the length of the text, times its logarithm for BPE.
func (t *Tokenizer) Encode(dst []Piece, text string) []Piece {
	w := t.memory.Get().(*work)
	defer t.memory.Put(w)
	t.run(w, text, false)
	for _, p := range w.pieces {
		p.Start, p.End = w.source(span{p.Start, p.End}, t.blank, text)
		dst = append(dst, p)
	}
	return dst
}

// Word appends the ids of a word within a sentence to dst and returns it: the word by itself, with a blank before it if
// pieces have blanks, as add_prefix_space puts it before whole texts. It may have none, such as a word of control
// characters.
func (t *Tokenizer) Word(dst []int32, word string) []int32 {
	w := t.memory.Get().(*work)
	defer t.memory.Put(w)
	t.run(w, word, t.blank != 0)
	for _, p := range w.pieces {
		dst = append(dst, p.ID)
	}
	return dst
}

// run leaves the pieces of a text in w, with places in w.text.
func (t *Tokenizer) run(w *work, text string, blank bool) {
	t.raw.split(w, w.load(text), func(s span) {
		if t.normalize != nil {
			s = t.normalize(w, s)
		}
		t.normalized.split(w, s, func(s span) {
			if first, _ := w.rune(s.from); blank && first != ' ' && first != t.blank {
				s = withBlank(w, s)
			}
			w.words[0] = append(w.words[0][:0], s)
			if t.cut != nil {
				w.words[0] = t.cut(w, w.words[0][:0], s)
			}
			for _, word := range w.words[0] {
				t.model.pieces(w, word)
			}
		})
	})
}
