package parsing

import (
	"context"
	"fmt"

	urfave "github.com/urfave/cli/v2"

	"parser/parser/cli/internal/frame"
	"parser/parser/cli/internal/places"
	"parser/parser/internal/pipe"
	"parser/parser/internal/structure"
)

// deliverMixed does a task with raw text in several languages; what annotates a language is made by a function of the name
// of its model. It has the name that says so (byLanguage).
func (p *command) deliverMixed(
	c *urfave.Context, named string, files []string, builds *structure.Structure, make func(model string) (*frame.Annotator, error),
) error {
	x, err := p.mixedText(named, make)
	if err != nil {
		return err
	}
	return p.deliver(c, files, task{builds, x.Run, func(ctx context.Context, files []string) *pipe.Source {
		return x.Source(ctx, pipe.Reading{Workers: p.threads}, files)
	}})
}

// byLanguage reports whether the language of raw text decides what answers where this model is named.
func (p *command) byLanguage(name string) bool {
	return frame.ByLanguage(name) && (name != places.Several || p.request.Treebank == "")
}

// mixedText returns raw text in several languages, each for what a function makes of the name of its model. It has the name that
// says so (byLanguage).
func (p *command) mixedText(named string, make func(model string) (*frame.Annotator, error)) (*frame.Mixed, error) {
	wrong := ""
	switch {
	case !p.Raw && named == places.Several:
		wrong = "needs raw text (--text); for words name their language, as in multi:da"
	case !p.Raw:
		wrong = "needs raw text (--text)"
	}
	if wrong != "" {
		return nil, fmt.Errorf("%w: --lang %s, which looks for the language of each line, %s", frame.ErrUsage, named, wrong)
	}
	p.mixedBy = named
	x := &frame.Mixed{RawText: &p.RawText}
	x.Has = func(language string) bool {
		_, err := p.Env.OfLanguage(named, language)
		return err == nil
	}
	x.For = func(language string) (*frame.Annotator, error) {
		name, err := p.Env.OfLanguage(named, language)
		if err != nil {
			return nil, err
		}
		a, err := make(name)
		if err != nil {
			return nil, err
		}
		found := p.found.Name
		a.Began = func() { p.of = found }
		if p.Segmenter == frame.RuleName {
			a.Cutter = nil
		}
		return a, nil
	}
	return x, nil
}

// mixed parses text in several languages.
func (p *parsing) mixed(c *urfave.Context, files []string) error {
	builds := structure.Named("dependencies")
	if !p.request.Reaches("trees") {
		builds = structure.Named("tags")
	}
	return p.deliverMixed(c, p.model+p.lang, files, builds, p.annotates(builds))
}

// annotates returns what makes of the name of a model what annotates text with it; it has to build one structure.
func (p *parsing) annotates(builds *structure.Structure) func(model string) (*frame.Annotator, error) {
	return func(model string) (*frame.Annotator, error) {
		p.model, p.lang = model, ""
		m, err := p.load(nil, p.withTaggers, p.withBase, p.checkFlags, p.withSegmenter)
		if err == nil {
			m, err = frame.With(m, p.request)
		}
		switch {
		case err != nil:
			return nil, err
		case pipe.Written(m) != builds:
			return nil, fmt.Errorf("%w: --lang %s takes models of dependencies, and %s is another one", frame.ErrUsage, frame.Auto, p.title)
		}
		return &frame.Annotator{Cutter: m, Run: m.RunChecked, Guard: p.guard(m)}, nil
	}
}

// mixed tags text in several languages.
func (t *tagging) mixed(c *urfave.Context, named string, files, fields []string) error {
	t.AnyHead = true
	return t.deliverMixed(c, named, files, structure.Named("tags"), func(model string) (*frame.Annotator, error) {
		t.models, t.lang = urfave.StringSlice{}, model
		all, err := t.taggers(fields)
		if err != nil {
			return nil, err
		}
		cutter, run, err := t.ready(all, fields)
		if err != nil {
			return nil, err
		}
		return &frame.Annotator{Cutter: cutter, Run: run}, nil
	})
}
