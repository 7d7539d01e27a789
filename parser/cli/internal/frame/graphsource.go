package frame

import (
	"cmp"
	"context"
	"fmt"
	"runtime"

	urfave "github.com/urfave/cli/v2"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/amr"
	"parser/parser/cli/internal/places"
	"parser/parser/english"
	"parser/parser/internal/engine"
	"parser/parser/internal/graphs/grounding"
)

// GraphSource says where the words of graphs and their trees come from. Base and Trees are the destinations of flags.
type GraphSource struct {
	Base  string             // a model; "" for English
	Trees urfave.StringSlice // files

	Stage  string         // after which parses end, see Env.Load
	Parser *engine.Parser // the base, once it is loaded
	Title  string         // what to call it
}

// UsualBase returns the base for a language: its parser, "" for none.
func UsualBase(lang string) string {
	if lang = places.Language(lang); lang == english.Lang {
		return english.Name
	}
	return lang
}

// ModelUsage ends the usage of flags that name a model.
const ModelUsage = "`MODEL`: a name, a language or a file"

// BaseFlag is the flag for the base, under a heading of help that says what is usual.
func (g *GraphSource) BaseFlag(category, usual string) urfave.Flag {
	return Under(category, Usually(usual, Word(&g.Base, "base", ModelUsage+", which finds words, tags and trees in texts")))[0]
}

// TreesFlag is a flag for files of trees, under a heading of help.
func TreesFlag(category, name string, files *urfave.StringSlice) urfave.Flag {
	return Under(category, Words(files, name, "CoNLL-U `FILE` with the words of the graphs: as many sentences as there are graphs, in their order"))[0]
}

// Sentences returns one for each graph: those in files or, without files, what the base makes of the texts.
func (g *GraphSource) Sentences(ctx context.Context, e *Env, graphs []*amr.Graph, files []string) ([]*conll.Sentence, error) {
	if len(files) > 0 {
		in := InputOf(e)
		trees, err := in.Treebank(textfile.CoNLL, files...).Data()
		return trees.Sentences, cmp.Or(err, grounding.CheckPairs(graphs, trees.Sentences))
	}
	texts, err := grounding.Texts(graphs)
	if err != nil {
		return nil, fmt.Errorf("%w; give its words by --trees", err)
	}
	if err := g.Load(e); err != nil {
		return nil, err
	}
	return grounding.Trees(ctx, g.Parser, texts, runtime.GOMAXPROCS(0))
}

// Load loads the base, a model that makes trees of dependencies of raw text, unless it is there already.
func (g *GraphSource) Load(e *Env) error { return g.load(e, cmp.Or(g.Base, english.Name)) }

func (g *GraphSource) load(e *Env, base string) error {
	if g.Parser != nil {
		return nil
	}
	m, found, err := e.Load(base, g.Stage)
	title := Title(found)
	switch {
	case err != nil:
		return err
	case !m.CanBase():
		return fmt.Errorf("%w: --base %s: a model is needed that builds dependencies from raw text (parser train --pipeline), and %s does not", ErrUsage, base, title)
	}
	g.Parser, g.Title = m, title
	return nil
}

// Completed returns a model with a base: --base or, for what the model lacks, the usual one of its language.
func (g *GraphSource) Completed(e *Env, m *engine.Parser, lacks []string) (*engine.Parser, error) {
	if given := g.Base != ""; !m.TakesBase(given) || !given && len(lacks) == 0 {
		return m, nil
	}
	if err := g.load(e, cmp.Or(g.Base, UsualBase(m.Meta().Lang), english.Name)); err != nil {
		return nil, err
	}
	based, err := m.WithBase(g.Parser)
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w; take another model to cut and tag text (--base)", ErrUsage, g.Title, err)
	}
	return based, nil
}
