package parsing

import (
	"cmp"
	"context"
	"slices"

	urfave "github.com/urfave/cli/v2"

	"parser/parser/cli/internal/frame"
	"parser/parser/english"
	"parser/parser/internal/engine"
	"parser/parser/internal/pipe"
	"parser/parser/internal/structure"
	"parser/parser/treebank"
)

// Trees are those that a model finds in raw text, for commands that look into trees.
type Trees struct {
	p *parsing
	m *engine.Parser
}

// TreesOf returns the trees of text that flags may ask for.
func TreesOf(e *frame.Env) *Trees {
	p := &parsing{command: newCommand(e)}
	p.Format = pipe.Auto
	return &Trees{p: p}
}

// Input is how files are read, whether they have text or trees.
func (t *Trees) Input() *frame.Input { return &t.p.Input }

// Flags say that files have raw text, how it is read, and which model parses it.
func (t *Trees) Flags() []urfave.Flag {
	return append(slices.Concat(t.p.modelFlags(), []urfave.Flag{
		t.p.TextFlag(), t.p.EncodingFlag(""), t.p.SkipFlag(),
		t.p.from.BaseFlag(frame.InRawText, "of dependencies none; of constituents, "+english.Name),
	}, t.p.RawFlags()), frame.QuietFlag(&t.p.Quiet))
}

// Asked reports whether the files are raw text.
func (t *Trees) Asked() bool { return t.p.Raw }

// Quiet reports whether only warnings are wanted.
func (t *Trees) Quiet() bool { return t.p.Quiet }

// Load loads the model, and returns what it makes of the text in files. It refuses flags for text if the files have none, and
// those that contradict each other.
func (t *Trees) Load(files []string) (*structure.Structure, error) {
	err := t.p.Check()
	if err == nil && t.p.Raw {
		t.m, err = t.p.load(files, t.p.withBase, t.p.checkFlags, t.p.withSegmenter, t.p.asked)
	}
	if err != nil || !t.p.Raw {
		return nil, err
	}
	return t.m.Structure(), nil
}

// Each calls do with each tree, in order.
func (t *Trees) Each(ctx context.Context, files []string, do func(*treebank.Item) error) error {
	files, err := frame.FilesIn(files)
	if err != nil {
		return err
	}
	s := t.p.source(ctx, t.m, files)
	defer s.Close()
	s.Guard = t.p.guard(t.m)
	err = t.m.RunChecked(ctx, s.Read, do, t.p.threads)
	s.SaySkipped()
	return cmp.Or(err, ctx.Err())
}
