// Package text says how raw text is read: what of it is decided already, and what of a file is no text.
//
//	sentences, err := p.Text(os.Stdin, "stdin", text.Options{Markup: text.HTML})
//	for it, err := range p.All(ctx, sentences, 1) {
//		…
//	}
//
// Sentences have FORM, multiword ranges, the comments newdoc, newpar, sent_id and text, and in MISC SpaceAfter,
// SpacesAfter and SpacesBefore, from which [parser.TextOf] restores the text byte for byte. A blank line ends a paragraph
// and a sentence; a line end between characters of scripts without blanks is nothing, unless Options.Segmented says what
// lines are. Text must be UTF-8: other bytes are an error with the cause conll.ErrEncoding.
package text

// Options say how text is read.
type Options struct {
	Segmented     Segmented // what of it is decided already
	MaxWords      int       // where sentences that are found end at the latest, in words; 0 for MaxTokens
	Document      string    // the name of the text for the comment newdoc; "" for none
	Before        int       // the number of sentences before the first, where sent_id continues
	Lines, Offset int       // where the text begins in its file: lines before it, for errors, and what Ranges counts of them
	Immediate     bool      // sentences are returned where they must end, for a dialogue; blank lines at the end are lost
	FindSentences bool      // where tokens are given, each line (Horizontal) or block (Vertical) is one or several complete sentences, which are found
	KeepLines     bool      // where lines are sentences (Sentences, Horizontal), each blank line is one, too, without words
	Workers       int       // goroutines that find words and sentences, 0 for one; what they find does not depend on it

	// Ranges, if not nil, puts TokenRange=start:end into MISC: the place of a token in the text, from 0, as this
	// function counts: utf8.RuneCountInString in characters. Words have it, too, if those of their token spell it.
	Ranges func(text string) int

	// Markup is what of the file is no text: of HTML or of Markdown, "" for nothing. Tags and code, targets of links,
	// marks and what browsers do not show are treated as blanks are, and characters may be written as entities. A page of
	// HTML may say in which encoding it is, unless it comes from a [parser/conll/textfile.Reader] that knows. Where a block ends, and a line by
	// force, a sentence ends; other line ends are spaces. So Segmented has no meaning with it.
	Markup string
	// Dehyphenate joins the two parts of a word that is divided at the end of a line.
	Dehyphenate bool
}

// The kinds of markup.
const (
	HTML     = "html"
	Markdown = "markdown" // with the extensions of GitHub
)

// Segmented says what of a text is decided already: the reader keeps that, and finds the rest. The zero value is nothing:
// sentences are found in paragraphs, between which there are blank lines.
//
// A given token keeps its ends, but if the treebank splits it, as the tagger sees, it is split into words. White space
// that ends no token belongs to the one that it is in; a no-break space there is read as a space, for which it stands,
// and of several blanks in a row only the first stays, since FORM must not have two.
// Given sentences and tokens are never cut: those beyond the limits are an error with the cause conll.ErrTooLong. After
// an error in a given sentence the next call continues with the next one and leaves out the rest of that sentence.
type Segmented uint8

const (
	// Paragraphs: each line is one or several complete sentences, which are found.
	Paragraphs Segmented = iota + 1
	// Sentences: each line that is not blank is one, whose tokens are found. Lines end at "\n" alone.
	Sentences
	// Horizontal: each line that is not blank is a sentence, and [parser/conll/textfile.Blanks] are between its tokens.
	Horizontal
	// Vertical: each line is a token, and a blank line ends a sentence.
	Vertical
)
