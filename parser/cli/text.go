package cli

import (
	"fmt"

	urfave "github.com/urfave/cli/v2"

	"parser/parser/cli/internal/frame"
	"parser/parser/internal/engine"
)

// withBase returns the model with --base or, without one, with what a model of graphs lacks, and for raw text a model of
// constituents; and says so. A model of dependencies has a base only if it is named: others may not have its tags.
func (p *parsing) withBase(c *urfave.Context, m *engine.Parser) (*engine.Parser, error) {
	given, builds := c.IsSet("base"), m.Structure()
	does := "words by"
	switch {
	case builds.NeedsHeads && !given && m.Base() != nil:
		return m, nil
	case builds.NeedsHeads && p.IsText():
		does = "words and trees by"
	case builds.NeedsHeads:
		does = "trees of words without heads by"
	case builds.Heads && given && !m.NeedsTags() && m.Segmenter() != nil:
		return nil, fmt.Errorf("%w: --base cannot be used with a model that cuts and tags text itself, as %s does", frame.ErrUsage, p.model)
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

// withSegmenter returns the model with what cuts text into words, if there is text to cut.
func (p *parsing) withSegmenter(m *engine.Parser) (*engine.Parser, error) {
	if !p.IsText() || p.Segmenter == frame.RuleName {
		return m, nil
	}
	if p.Segmenter != "" {
		cutter, err := p.Cutter(nil)
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
			frame.ErrUsage, p.model, engine.ErrNoSegmenter)
	}
	return m, nil
}
