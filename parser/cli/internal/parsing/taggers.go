package parsing

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"parser/conll/textfile"
	"parser/parser/cli/internal/frame"
	"parser/parser/cli/internal/places"
	"parser/parser/internal/engine"
	"parser/parser/internal/structure"
	"parser/parser/internal/training"
	"parser/parser/treebank"
)

// taggersOf loads the taggers of models: those that they are, or hold.
func taggersOf(e *frame.Env, names []string) (all []*engine.Parser, err error) {
	for _, name := range names {
		m, found, err := e.Load(name, "")
		if err != nil {
			return nil, err
		}
		own, err := training.TaggersOf(m)
		if err != nil {
			return nil, frame.NoTagger(frame.Title(found))
		}
		all = append(all, own...)
	}
	return all, nil
}

// tags are models that tag: taggers or, alone, a parser that predicts tags along with trees.
type tags struct {
	by            []*engine.Parser
	names, titles []string
	cutter        *engine.Parser // cuts text into words; nil if none of the models can
}

// tagsOf returns what of a model tags: itself, or the taggers that it holds.
func tagsOf(m *engine.Parser, found places.Found) tags {
	t := tags{names: []string{found.Name}, titles: []string{frame.Title(found)}}
	if m.Segmenter() != nil {
		t.cutter = m
	}
	if t.by, _ = training.TaggersOf(m); m.Structure().Heads && len(m.Predicts()) > len(t.by) {
		t.by = []*engine.Parser{m}
	}
	return t
}

// sets returns the columns that a tagger or a parser sets.
func sets(p *engine.Parser) []string {
	if field := p.Field(); field != "" {
		return []string{field}
	}
	return p.Predicts()
}

// lacks returns the first of some fields that nothing sets, or "".
func (t tags) lacks(fields []string) string {
	for _, field := range fields {
		if !slices.ContainsFunc(t.by, func(p *engine.Parser) bool { return slices.Contains(sets(p), field) }) {
			return field
		}
	}
	return ""
}

// kept returns the taggers of a language in the folders of models, "" for those that were trained last; none if they are
// not there for all the fields, nil being those that there are.
func (t *tagging) kept(lang string, fields []string) (tags, error) {
	files, err := t.Env.Places().Taggers(lang, fields)
	if err != nil || len(files) == 0 {
		return tags{}, err
	}
	by, err := taggersOf(t.Env, files)
	return tags{by: by, names: []string{lang}, titles: files}, err
}

// named returns what a name stands for: the taggers of a language, if there are any, or what of a model tags.
func (t *tagging) named(name string, fields []string) (tags, error) {
	found, unknown := t.Env.Places().Resolve(name)
	if places.CheckLanguage(name) == nil {
		for _, lang := range []string{name, found.Name} {
			if own, err := t.kept(lang, fields); lang != "" && (err != nil || len(own.by) > 0) {
				return own, err
			}
		}
	}
	if unknown != nil {
		return tags{}, unknown
	}
	m, err := t.Env.Open(found, "")
	if err != nil {
		return tags{}, err
	}
	own := tagsOf(m, found)
	if len(own.by) == 0 {
		return own, frame.NoTagger(own.titles[0])
	}
	return own, nil
}

// unnamed returns what tags where nothing is named: the choice, or the first of the taggers trained last and the models
// that parse would take that sets the fields.
func (t *tagging) unnamed(fields []string) (tags, error) {
	models, err := t.Env.Places().Unnamed(structure.OfForm(textfile.CoNLL))
	if err != nil {
		return tags{}, err
	}
	if models[0].Chosen {
		t.Env.SayUnnamed(models[0], "", t.Quiet)
		name, err := t.Env.Places().NameOf(models[0])
		if err != nil {
			return tags{}, err
		}
		return t.named(name, fields)
	}
	last, err := t.kept("", fields)
	if err != nil || len(last.by) > 0 {
		if err == nil && !t.Quiet {
			t.Env.Say("no model was named: these are the taggers trained last (%s); --lang or --model chooses others", strings.Join(last.titles, ", "))
		}
		return last, err
	}
	var own tags
	for _, found := range models {
		m, err := t.Env.Open(found, "")
		if err != nil {
			return own, err
		}
		if own = tagsOf(m, found); len(own.by) > 0 && own.lacks(fields) == "" {
			t.Env.SayUnnamed(found, "", t.Quiet)
			break
		}
	}
	return own, nil
}

// taggers returns what tags: all that the flags name, or what stands in where they name nothing. Of several fields it
// has what sets one of them.
func (t *tagging) taggers(fields []string) (tags, error) {
	names := t.models.Value()
	if t.lang != "" {
		names = []string{t.lang}
	}
	var all tags
	var err error
	if len(names) == 0 {
		all, err = t.unnamed(fields)
	}
	for _, name := range names {
		var own tags
		if own, err = t.named(name, fields); err != nil {
			break
		}
		all.by, all.names, all.titles = append(all.by, own.by...), append(all.names, own.names...), append(all.titles, own.titles...)
		all.cutter = cmp.Or(all.cutter, own.cutter)
	}
	if err != nil {
		return all, err
	}
	t.title, t.found.Name = strings.Join(all.titles, ", "), strings.Join(all.names, ", ")
	if len(all.by) > 1 && slices.ContainsFunc(all.by, func(p *engine.Parser) bool { return p.Field() == "" }) {
		return all, fmt.Errorf("%w: a model that predicts tags along with trees cannot be combined with others (%s)", frame.ErrUsage, t.title)
	}
	if field := all.lacks(fields); field != "" {
		return all, fmt.Errorf("%w: no tagger of %s in %s", frame.ErrUsage, field, t.title)
	}
	all.by = slices.DeleteFunc(all.by, func(p *engine.Parser) bool {
		return fields != nil && !slices.ContainsFunc(sets(p), func(field string) bool { return slices.Contains(fields, field) })
	})
	return all, nil
}

// predicting returns what tags by a parser that tags all words: of what it sets only the fields are kept, nil being all columns that it
// predicts, and the rest of a sentence stays as it was read.
func predicting(p *engine.Parser, fields []string) streaming {
	if fields == nil {
		fields = p.Predicts()
	}
	return func(ctx context.Context, next func() (*treebank.Item, error), emit func(*treebank.Item) error, workers int) error {
		var read sync.Map // of each item, how it was read
		return p.Run(ctx, func() (*treebank.Item, error) {
			it, err := next()
			if err == nil {
				read.Store(it, it.Clone())
			}
			return it, err
		}, func(it *treebank.Item) error {
			before, _ := read.LoadAndDelete(it)
			out := before.(*treebank.Item)
			for i := range out.Words {
				for _, field := range fields {
					*structure.Column(&out.Words[i], field) = *structure.Column(&it.Words[i], field)
				}
			}
			return emit(out)
		}, workers)
	}
}
