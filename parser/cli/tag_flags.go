package cli

import (
	"fmt"
	"slices"
	"strings"

	"parser/oracle"
	"parser/parser"
	"parser/parser/treebank"
	"parser/transition"
)

// treeSystems lists the systems that build trees.
func treeSystems() []string {
	return oracle.Systems(transition.Dependencies, transition.Constituents)
}

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
