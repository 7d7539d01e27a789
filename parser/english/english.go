// Package english is a parser of English that the program brings along: from raw text to
// trees, without training.
//
//	p, err := english.Load()
//	items, err := p.ParseText(ctx, raw)
//
// It was trained on UD English EWT by train.sh; NOTICE names the treebank, its licence and the
// figures. It holds weights and a vocabulary, and no sentence.
package english

import (
	_ "embed"
	"strings"

	"parser/parser"
	"parser/parser/internal/engine"
)

// Lang is the name of the language, and Name that of the model, beside which a user can have one of the language.
const Lang, Name = "en", "english"

// Title is what messages call the model.
const Title = "the English model of this program (UD English EWT and GUM, CC BY-SA 4.0)"

//go:embed english.npz
var file string

// File returns the model file.
func File() *strings.Reader { return strings.NewReader(file) }

// Load returns the parser.
func Load() (*parser.Parser, error) { return parser.Read(File(), int64(len(file))) }

// LoadFor returns the parser of which this is asked. It reads only what that takes, as [parser.LoadFor] does.
func LoadFor(r parser.Request) (*parser.Parser, error) {
	p, err := engine.Reading{Request: r}.Read(File(), int64(len(file)))
	return (*parser.Parser)(p), err
}
