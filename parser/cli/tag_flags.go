package cli

import (
	"fmt"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"parser/oracle"
	"parser/parser"
	"parser/parser/treebank"
	"parser/transition"
)

// treeSystems lists the systems that build trees.
func treeSystems() []string {
	return oracle.Systems(transition.Dependencies, transition.Constituents)
}

// tagFlags returns the flags that concern taggers, of their own or in a parser.
func tagFlags(o *parser.Options) []urfave.Flag {
	tagging := category(transition.Tags)
	return []urfave.Flag{
		&urfave.StringFlag{Category: tagging, Name: "field", Value: o.Field, Destination: &o.Field, DefaultText: parser.DefaultsFor(tagSystem).Field,
			Usage: "column to fill: `FIELD` (" + strings.Join(treebank.Fields(), ", ") + ")"},
		&urfave.StringFlag{Category: tagging, Name: "columns", Value: o.Columns, Destination: &o.Columns,
			Usage: "`LIST` of columns that the tagger may read beside the form, now and later: lemma, " + strings.Join(treebank.Fields(), ", ")},
		&urfave.BoolFlag{Category: tagging, Name: "backwards", Value: o.Backwards, Destination: &o.Backwards, DefaultText: fmt.Sprint(parser.DefaultsFor(tagSystem).Backwards),
			Usage: "tag from the last word to the first; a first pass goes the other way"},
		&urfave.StringFlag{Category: taggersCategory, Name: "tag", Value: o.Tag, Destination: &o.Tag,
			Usage: "`LIST` of fields to train taggers of, which the model keeps: a parser for words without tags, a tagger for its first pass"},
		&urfave.IntFlag{Category: taggersCategory, Name: "jackknife", Value: o.Jackknife, Destination: &o.Jackknife,
			DefaultText: byKind(func(o parser.Options) any { return o.Jackknife }),
			Usage:       "learn from predicted tags: tag the treebank in `N` folds, each by taggers that have not seen it; 0 learns from its own tags"},
	}
}

// taggersCategory is the heading in help of what concerns taggers that work first.
const taggersCategory = "Taggers in the model"

// tagSystem is the system of taggers.
var tagSystem = transition.Tag{}.Name()

// loadTaggers loads the taggers of the given files: those that they are, or hold.
func loadTaggers(names []string) ([]*parser.Parser, error) {
	var all []*parser.Parser
	for _, name := range names {
		m, err := parser.Load(name)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", errModel, err)
		}
		found := []*parser.Parser{m}
		if m.Kind() != transition.Tags {
			found = m.Taggers()
		}
		if len(found) == 0 {
			return nil, fmt.Errorf("%w: %s is no tagger and holds none; train one with: parser train --system %s", errUsage, name, tagSystem)
		}
		all = append(all, found...)
	}
	return all, nil
}

// parseFields reads a list of fields.
func parseFields(text string) ([]string, error) {
	return parseList("field", text, func(field string) (string, error) {
		if !slices.Contains(treebank.Fields(), field) {
			return "", fmt.Errorf("no such field (have %s)", strings.Join(treebank.Fields(), ", "))
		}
		return field, nil
	})
}
