package cli

import (
	"fmt"
	"strings"

	"parser/parser/english"
	"parser/parser/internal/engine"
	"parser/parser/internal/training"
	"parser/parser/internal/transformer"
)

// sayWhatItReads says what a new model needs to parse that is not in its file: words with tags, if it cannot read raw text
// by itself, and the folder of the encoder that it was trained with, unless it holds that.
func (t *trainer) sayWhatItReads(p *engine.Parser) {
	w := t.Notes()
	if p.Structure().Heads && p.Segmenter() == nil {
		with := ""
		if needs := p.RequiredColumns(); len(needs) > 0 {
			with = " with " + strings.ToUpper(strings.Join(needs, ", "))
		}
		base := ""
		if p.Meta().Lang == english.Lang {
			base = "give it --base " + english.Name + ", or "
		}
		fmt.Fprintf(w, "it reads CoNLL-U%s; for raw text (parse --text) %strain with --pipeline\n", with, base)
	}
	if e, ok := t.resources.Value(training.Encoder).(*transformer.Encoder); ok && t.embedded == "" {
		fmt.Fprintf(w, "it reads the encoder %s, too: keep that folder beside the model or in PARSER_ENCODERS, or train with --embed-encoder half to have "+
			"it in the model\n", e.Name)
	}
}
