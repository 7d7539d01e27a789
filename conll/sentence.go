// Package conll reads, checks and writes treebanks in the CoNLL-X (Buchholz &
// Marsi 2006) and CoNLL-U (Universal Dependencies) formats.
//
//	r := conll.NewReader(in, "da.conllu")
//	for s, err := range r.All() {           // err: da.conllu:7:19: [sent_id] bad HEAD 9: …
//		…
//		s.Words[0].Head, s.Words[0].Deprel = 2, "nsubj"
//		err = w.Write(s)                    // w := conll.NewWriter(out)
//	}
//
// A [Reader] yields one [Sentence] after another; a [Writer] prints it again.
// Only HEAD and DEPREL are ever changed by this project, and everything else
// (comments, multiword ranges, empty nodes, DEPS, MISC, PHEAD, PDEPREL) comes
// out byte for byte as it went in.
package conll

// NoHead is the Head of a word whose HEAD column is "_": nothing is known.
const NoHead = -1

// Format tells the two dialects apart.
type Format uint8

const (
	// FormatU is CoNLL-U: comments, multiword ranges, empty nodes, DEPS, MISC.
	FormatU Format = iota
	// FormatX is CoNLL-X: CPOSTAG, POSTAG, PHEAD, PDEPREL; no comments.
	FormatX
	// FormatAuto asks a [Reader] to tell by looking; no sentence has it.
	FormatAuto
)

// String returns the format's usual name.
func (f Format) String() string {
	switch f {
	case FormatU:
		return "CoNLL-U"
	case FormatX:
		return "CoNLL-X"
	}
	return "automatic"
}

// Word is one line with a whole-number ID: a syntactic word. Fields hold the
// text of their columns; "_" means empty, as in the file (a [Writer] prints
// "_" for the empty string too, which a [Reader] never returns).
type Word struct {
	Form   string // column 2
	Lemma  string // column 3
	UPOS   string // column 4; CPOSTAG in CoNLL-X
	XPOS   string // column 5; POSTAG in CoNLL-X
	Feats  string // column 6
	Head   int    // column 7: 0 is ROOT, 1..n a word, NoHead unknown
	Deprel string // column 8
	Deps   string // column 9; PHEAD in CoNLL-X
	Misc   string // column 10; PDEPREL in CoNLL-X
}

// Extra is a line that the parser does not use: a comment, a multiword range
// ("1-2") or an empty node ("8.1"), kept as it was.
type Extra struct {
	Before int    // index into Words of the word that follows; len(Words) at the end
	Text   string // the line without its line ending
}

// Sentence is one block of lines. It stays valid after the next Read.
type Sentence struct {
	Words  []Word
	Extras []Extra // in file order
	Format Format
	ID     string // sent_id comment; "" when there is none
	File   string // as given to the reader
	Line   int    // of the sentence's first line, from 1

	layout *layout // nil: ten columns, "\n", one blank line at the end
}

// layout is what it takes to print an unusual sentence as it was. It is shared
// by clones and never changed.
type layout struct {
	columns int      // per word; columns beyond are absent
	lead    string   // byte order mark and blank lines above the first line
	ends    []string // line endings, all but the last line's; nil: "\n"
	tail    string   // from the last line's ending to the end of the block
}

// end returns the ending of line i.
func (l *layout) end(i int) string {
	if l == nil || len(l.ends) == 0 {
		return "\n"
	}
	return l.ends[min(i, len(l.ends)-1)]
}

// Len returns the number of words.
func (s *Sentence) Len() int { return len(s.Words) }

// Clone returns a copy whose words can be changed without touching s.
func (s *Sentence) Clone() *Sentence {
	c := *s
	c.Words = append([]Word(nil), s.Words...)
	return &c
}

// Filled reports whether a column holds more than "_".
func Filled(column string) bool { return column != "" && column != "_" }
