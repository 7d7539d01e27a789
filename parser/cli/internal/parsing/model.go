package parsing

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"parser/conll/textfile"
	"parser/parser/cli/internal/frame"
	"parser/parser/internal/engine"
	"parser/parser/internal/pipe"
	"parser/parser/internal/structure"
	"parser/parser/treebank"
)

// load loads the model that parses files, and takes it through some steps.
func (p *parsing) load(files []string, steps ...func(*engine.Parser) (*engine.Parser, error)) (*engine.Parser, error) {
	form := ""
	if helped := p.from.Base + p.Segmenter + strings.Join(p.taggers.Value(), ""); helped != "" && p.IsText() {
		form = textfile.CoNLL // what the model lacks for texts comes from another one
	} else if p.Raw {
		form = pipe.Text
	}
	m, err := p.loadFor(form, files)
	for _, step := range steps {
		if err == nil {
			m, err = step(m)
		}
	}
	return m, err
}

// loadFor loads the model that answers input in a form, "" for that of files, after which it is named, and checks that it
// reads --format.
func (p *command) loadFor(form string, files []string) (m *engine.Parser, err error) {
	if form == "" && p.model+p.lang == "" {
		form, err = p.FormOf(files)
	}
	if err == nil {
		m, p.found, err = p.Env.ModelFor(p.model+p.lang, form, p.request.Only, p.Quiet)
	}
	if err != nil {
		return nil, err
	}
	p.title = frame.Title(p.found)
	if _, ok := m.Structure().Parses(p.Format); !ok {
		return nil, fmt.Errorf("%w: --format %s needs a model of %s, and %s is not one",
			frame.ErrUsage, p.Format, structure.OfForm(p.Format).Name(), p.title)
	}
	return m, nil
}

// withTaggers returns the model with --tagger.
func (p *parsing) withTaggers(m *engine.Parser) (*engine.Parser, error) {
	if len(p.taggers.Value()) == 0 {
		return m, nil
	}
	more, err := taggersOf(p.Env, p.taggers.Value())
	if err != nil {
		return nil, err
	}
	if m, err = m.WithTaggers(append(slices.Clone(m.Taggers()), more...)...); err != nil {
		return nil, fmt.Errorf("%w: --tagger: %w", frame.ErrUsage, err)
	}
	return m, nil
}

// withBase returns the model with --base or, without one, with what a model of graphs lacks, and for text a model of
// constituents; and says so. A model of dependencies has a base only if it is named: others may not have its tags.
func (p *parsing) withBase(m *engine.Parser) (*engine.Parser, error) {
	given, lacks := p.from.Base != "", m.Lacks(p.Raw && p.Segmenter == "")
	switch {
	case !p.request.Reaches("tags") && p.IsText():
		return p.onlyWords(m, lacks)
	case given && !m.TakesBase(false) && len(m.Lacks(true)) == 0:
		return nil, fmt.Errorf("%w: --base cannot be used with a model that cuts and tags text itself, as %s does", frame.ErrUsage, p.title)
	case !given && !p.IsText() && !slices.Contains(lacks, "trees"):
		return m, nil
	}
	based, err := p.from.Completed(p.Env, m, lacks)
	switch {
	case err != nil && !given && !p.IsText():
		return m, nil // words may have heads
	case err == nil && p.from.Parser != nil && !p.Quiet:
		p.Env.Say("%s by %s", p.made(based.BaseMakes()), p.from.Title)
	}
	return based, err
}

// made says what the base makes of the input.
func (p *parsing) made(of string) string {
	switch {
	case of == "":
		return "words"
	case of == "trees" && !p.IsText():
		return "trees of words without heads"
	case of == "trees" || p.Raw:
		return "words and " + of
	}
	return of
}

// onlyWords returns what cuts text into words for a model that cannot: the base, which need not make its tags and trees.
func (p *parsing) onlyWords(m *engine.Parser, lacks []string) (*engine.Parser, error) {
	if !slices.Contains(lacks, "words") || p.from.Base == "" && m.Structure().Heads {
		return m, nil
	}
	base := p.from
	base.Base, base.Stage = cmp.Or(base.Base, frame.UsualBase(m.Meta().Lang)), p.request.Only
	if err := base.Load(p.Env); err != nil {
		return nil, err
	}
	if !p.Quiet {
		p.Env.Say("words by %s", base.Title)
	}
	return base.Parser, nil
}

// withSegmenter returns the model with what cuts text into words, if there is text to cut.
func (p *parsing) withSegmenter(m *engine.Parser) (*engine.Parser, error) {
	if !p.IsText() || p.Segmenter == frame.RuleName {
		return m, nil
	}
	cutter, err := p.Cutter(func() (*engine.Parser, error) { return m, nil })
	if err == nil && cutter != m {
		m, err = m.WithSegmenter(cutter.Segmenter())
	}
	if err != nil {
		return nil, err
	}
	if (p.Raw || p.Paragraphs) && m.Segmenter() == nil {
		return nil, fmt.Errorf("%w: %s: %w; train one that can with: parser train --pipeline, "+
			"take it and tags from another model (--base, of English: --base english), or parse English by --model english",
			frame.ErrUsage, p.title, engine.ErrNoSegmenter)
	}
	return m, nil
}

// checkFlags refuses flags that cannot be used with a model or with each other.
func (p *parsing) checkFlags(m *engine.Parser) (*engine.Parser, error) {
	builds, r, wrong := m.Structure(), &p.request, ""
	format, refuses := cmp.Or(p.outputFormat, builds.Outputs[0]), builds.Refuses
	switch {
	case builds.Tagger:
		wrong = "the model is a tagger; use it with: parser tag"
	case r.Retag && len(m.Predicts()) == 0:
		wrong = fmt.Sprintf("--retag needs a model that tags, and %s does not", p.title)
	case r.KeepHeads && p.IsText():
		wrong = "--keep-heads cannot be used with text, whose words have no heads"
	case r.KeepSpans && p.IsText():
		wrong = "--spans cannot be used with text, which has no brackets"
	case p.Offsets.Value != "" && r.Only == "" && refuses["offsets"] != "":
		wrong = "--offsets " + refuses["offsets"]
	case p.unsure > 0 && !r.Probabilities:
		wrong = "--unsure needs --confidence"
	case r.NBest == 0 && !r.Probabilities:
	case r.Probabilities && refuses["confidence"] != "":
		wrong = "--confidence " + refuses["confidence"]
	case refuses["nbest"] != "":
		wrong = "--nbest " + refuses["nbest"]
	case r.NBest > r.Width():
		wrong = fmt.Sprintf("--nbest %d needs a beam of that width, and it is %d (at most %d)", r.NBest, r.Width(), treebank.MaxBeam)
	case m.Meta().Temperature == 0:
		wrong = p.title + " does not know how sure it is, which it learns if it is trained with dev, or later by: parser model calibrate"
	case !slices.Contains([]string{structure.CoNLLU, structure.JSON}, format):
		wrong = fmt.Sprintf("--output-format %s has no place for probabilities (have json, of dependencies also conllu)", format)
	case p.Immediate && p.unsure > 0:
		wrong = "--immediate cannot be used with --unsure: the least sure sentence is known at the end"
	}
	if wrong != "" {
		return nil, fmt.Errorf("%w: %s", frame.ErrUsage, wrong)
	}
	return m, nil
}
