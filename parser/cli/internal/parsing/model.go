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

// load loads the model that parses files.
func (p *parsing) load(files []string) (*engine.Parser, error) {
	form, err := pipe.Text, error(nil)
	if helped := p.from.Base + p.Segmenter + strings.Join(p.taggers.Value(), ""); helped != "" && p.IsText() {
		form = textfile.CoNLL // what the model lacks for texts comes from another one
	} else if !p.named() && !p.Raw {
		form, err = p.FormOf(files)
	}
	if err != nil {
		return nil, err
	}
	return p.loadFor(form)
}

// named reports whether flags name the model.
func (p *command) named() bool { return p.model+p.lang != "" }

// loadFor loads the model that answers input in a form, after which it is named, and checks that it reads --format.
func (p *command) loadFor(form string) (*engine.Parser, error) {
	m, found, err := p.Env.ModelFor(p.model+p.lang, form, p.request.Only, p.Quiet)
	if err != nil {
		return nil, err
	}
	p.title, p.found = frame.Title(found), found
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

// withBase returns the model with --base or, without one, with what a model of graphs lacks, and for raw text a model of
// constituents; and says so. A model of dependencies has a base only if it is named: others may not have its tags.
func (p *parsing) withBase(m *engine.Parser) (*engine.Parser, error) {
	given, builds := p.from.Base != "", m.Structure()
	does := "words by"
	switch {
	case !p.request.Reaches("tags") && p.IsText():
		return p.onlyWords(m)
	case builds.NeedsHeads && !given && m.Base() != nil:
		return m, nil
	case builds.NeedsHeads && p.IsText():
		does = "words and trees by"
	case builds.NeedsHeads:
		does = "trees of words without heads by"
	case builds.Heads && given && !m.NeedsTags() && m.Segmenter() != nil:
		return nil, fmt.Errorf("%w: --base cannot be used with a model that cuts and tags text itself, as %s does", frame.ErrUsage, p.title)
	case !builds.WritesTags && !builds.Heads, !given && (builds.Heads || !p.IsText()):
		return m, nil
	case m.NeedsTags() && p.Raw:
		does = "words and tags by"
	case m.NeedsTags():
		does = "tags by"
	case !given && (p.Segmenter != "" || !p.Raw):
		return m, nil
	}
	based, err := p.from.Cutting(p.Env, m)
	switch {
	case err != nil && builds.NeedsHeads && !given && !p.IsText():
		return m, nil // words may have heads
	case err == nil && p.from.Parser != nil && !p.Quiet:
		p.Env.Say("%s %s", does, p.from.Title)
	}
	return based, err
}

// onlyWords returns what cuts text into words for a model that cannot: the base, which need not make its tags and trees.
func (p *parsing) onlyWords(m *engine.Parser) (*engine.Parser, error) {
	if !p.Raw || m.Segmenter() != nil || p.Segmenter != "" || p.from.Base == "" && m.Structure().Heads {
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
	if p.Segmenter != "" {
		cutter, err := p.Env.Cutter(p.Segmenter, "")
		if err != nil {
			return nil, err
		}
		if m, err = m.WithSegmenter(cutter.Segmenter()); err != nil {
			return nil, err
		}
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
	format := cmp.Or(p.outputFormat, builds.Outputs[0])
	switch {
	case builds.Tagger:
		wrong = "the model is a tagger; use it with: parser tag"
	case r.Retag && len(m.Predicts()) == 0:
		wrong = fmt.Sprintf("--retag needs a model that tags, and %s does not", p.title)
	case r.KeepHeads && p.IsText():
		wrong = "--keep-heads cannot be used with text, whose words have no heads"
	case r.KeepSpans && p.IsText():
		wrong = "--spans cannot be used with text, which has no brackets"
	case builds.Holds == structure.Graph && r.Only == "" && p.Offsets.Value != "":
		wrong = "--offsets cannot be used with a model of graphs: it says nothing of words"
	case p.unsure > 0 && !r.Probabilities:
		wrong = "--unsure needs --confidence"
	case r.NBest == 0 && !r.Probabilities:
	case r.Probabilities && !builds.Heads:
		wrong = fmt.Sprintf("--confidence is about heads, which a model of %s does not set", builds.Name())
	case builds.Holds == structure.Graph:
		wrong = fmt.Sprintf("--nbest cannot be used with a model of %s: no beam looks for several", builds.Name())
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
