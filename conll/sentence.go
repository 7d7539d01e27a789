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
// A parser sets HEAD and DEPREL, tags and lemmas where a word has none, and, if its
// model has them, DEPS. All else comes out byte for byte.
package conll

import (
	"errors"
	"fmt"
	"sort"
	"strings"

	"parser/conll/textfile"
)

// NoHead is the Head of a word whose HEAD column is "_": nothing is known.
const NoHead = -1

// Format tells the two dialects apart.
type Format uint8

const (
	// FormatU is CoNLL-U: comments, multiword ranges, empty nodes, DEPS, MISC.
	FormatU Format = iota
	// FormatX is CoNLL-X: CPOSTAG, POSTAG, PHEAD, PDEPREL; no comments.
	FormatX
	// FormatAuto asks a [Reader] to detect the format; no sentence has it.
	FormatAuto
)

// Word is one line with a whole-number ID: a syntactic word. Fields hold the
// text of their columns; "_" means empty, as in the file (a [Writer] prints
// "_" for the empty string too, which a [Reader] never returns).
type Word struct {
	Form   string // column 2
	Lemma  string // column 3
	UPOS   string // column 4; CPOSTAG in CoNLL-X
	XPOS   string // column 5; POSTAG in CoNLL-X
	Feats  string // column 6
	Head   int    // column 7: 0, also the zero value, is ROOT; 1..n a word; NoHead where nothing is known
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

// id returns the first column of a range or an empty node, "" of a comment.
func (e Extra) id() string {
	id, _, _ := strings.Cut(e.Text, "\t")
	if strings.HasPrefix(id, "#") {
		return ""
	}
	return id
}

// Sentence is one block of lines. It stays valid after the next Read. One that is made by hand needs Words only.
type Sentence struct {
	Words  []Word
	Extras []Extra // in file order
	Format Format
	ID     string // sent_id comment; "" if missing
	File   string // as given to the reader
	Line   int    // of the sentence's first line, from 1

	// Others are more annotations of the same words, by other annotators: see [Gather]. A [Writer] writes them after the sentence.
	Others []*Sentence

	layout *layout // nil: ten columns, "\n", one blank line at the end
}

// layout is what is needed to print an unusual sentence unchanged. It is shared by clones and never
// changed.
type layout struct {
	columns int    // per word; columns beyond are absent
	lead    string // byte order mark and blank lines above the first line
	body    string // the lines, for their endings
	tail    string // from the last line's ending to the end of the block
}

// Len returns the number of words.
func (s *Sentence) Len() int { return len(s.Words) }

// Clone returns a copy whose words can be changed without touching s.
func (s *Sentence) Clone() *Sentence {
	c := *s
	c.Words = append([]Word(nil), s.Words...)
	return &c
}

// Filled reports whether a column holds something other than "_".
func Filled(column string) bool { return column != "" && column != "_" }

// CheckTags returns an [*Error] with ErrNoTag for the first word that has neither UPOS nor XPOS, or
// nil.
func (s *Sentence) CheckTags() error {
	for i := range s.Words {
		if w := &s.Words[i]; !Filled(w.UPOS) && !Filled(w.XPOS) {
			return s.ErrorAt(i, fmt.Errorf("%w: %.40q", ErrNoTag, w.Form))
		}
	}
	return nil
}

// Heads appends the heads of s to dst.
func (s *Sentence) Heads(dst []int) []int {
	for i := range s.Words {
		dst = append(dst, s.Words[i].Head)
	}
	return dst
}

// Labels appends the labels (DEPREL) of s to dst.
func (s *Sentence) Labels(dst []string) []string {
	for i := range s.Words {
		dst = append(dst, s.Words[i].Deprel)
	}
	return dst
}

// ErrorAt returns an [*Error] at word i, counted from 0.
func (s *Sentence) ErrorAt(i int, cause error) error {
	return &Error{File: s.File, Line: s.wordLine(i), SentID: s.ID, Err: cause}
}

// Place names the line of word i, counted from 0, as file:line.
func (s *Sentence) Place(i int) string { return fmt.Sprintf("%s:%d", s.File, s.wordLine(i)) }

// Text returns the sentence as its comment says that it is written, or [Sentence.Joined] where it has none.
func (s *Sentence) Text() string {
	for _, x := range s.Extras {
		if text, ok := strings.CutPrefix(x.Text, "# text = "); ok {
			return text
		}
	}
	return s.Joined()
}

// Joined returns the words with blanks between them.
func (s *Sentence) Joined() string {
	forms := make([]string, len(s.Words))
	for i := range s.Words {
		forms[i] = s.Words[i].Form
	}
	return strings.Join(forms, " ")
}

// wordLine returns the line number of word i, counted from 0, in the file.
func (s *Sentence) wordLine(i int) int {
	return s.Line + i + sort.Search(len(s.Extras), func(k int) bool { return s.Extras[k].Before > i })
}

// Causes of an [Error]; test for them with errors.Is.
var (
	ErrColumns   = textfile.NewCause("columns", "wrong number of columns")
	ErrBlanks    = textfile.NewCause("blanks-for-tabs", "columns are separated by blanks instead of tabs")
	errEmpty     = textfile.NewCause("empty-column", "empty column")
	errID        = textfile.NewCause("id", "bad ID")
	ErrRange     = textfile.NewCause("range", "bad multiword range")
	errEmptyNode = textfile.NewCause("empty-node", "bad empty node")
	ErrHead      = textfile.NewCause("head", "bad HEAD")
	ErrSelfLoop  = textfile.NewCause("self-loop", "word is its own head")
	errNoWords   = textfile.NewCause("no-words", "sentence without words")
	errComment   = textfile.NewCause("comment", "comment in a CoNLL-X file")
	ErrEncoding  = textfile.NewCause("encoding", "bad character encoding")
	ErrTooLong   = textfile.NewCause("too-long", "sentence too long")
)

// ErrNoTag is the cause of errors about a word without a part-of-speech tag.
var ErrNoTag = errors.New("word without a tag")

// Causes found if the heads of a sentence are not a tree; see [CheckTree].
var (
	ErrNoHead = errors.New("word without head")
	ErrCycle  = errors.New("cycle")
	ErrRoots  = errors.New("several roots")
)

// errField is returned by a [Writer] asked to print a tab or a line break
// inside a column.
var errField = errors.New("tab or line break inside a column")

// Error says what is wrong with one sentence, "file:line:column: [sent_id] cause", and wraps one of
// the causes above. Errors of a [Reader] have a column: where the wrong field begins, the first
// byte that is not UTF-8, the end of a line with too few columns, or 1.
type Error = textfile.Error
