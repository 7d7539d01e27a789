package parser

import (
	"fmt"
	"slices"
	"strings"

	"parser/conll"
	"parser/parser/features"
	"parser/transition"
)

// Fields lists the columns that a tagger can fill.
func Fields() []string { return []string{"upos", "xpos", feats} }

// feats is the field in which an empty column says that a word has no features.
const feats = "feats"

// columnLetters are the letters of templates for the columns that a tagger may be
// allowed to read besides the form.
var columnLetters = map[string]string{"lemma": "l", "upos": "p", "xpos": "t", feats: "m"}

// columnOf returns the column of a word by its name, one of those that have a letter.
func columnOf(w *conll.Word, name string) *string {
	switch name {
	case "lemma":
		return &w.Lemma
	case "upos":
		return &w.UPOS
	case "xpos":
		return &w.XPOS
	}
	return &w.Feats
}

// blank is what stands in an empty column. In FEATS it means that a word has none.
const blank = "_"

// untagged reports whether a word has no tag yet in a field where each needs one.
func untagged(field, tag string) bool { return field != feats && !filled(tag) }

// checkField refuses what is not one of Fields.
func checkField(field string) error {
	if !slices.Contains(Fields(), field) {
		return fmt.Errorf("%w: no field %q (have %v)", ErrOptions, field, Fields())
	}
	return nil
}

// columns returns the names of the columns that a tagger may read, after it has
// checked the options that concern taggers only.
func (o *Options) columns() ([]string, error) {
	if err := o.builds(transition.Tags); err != nil {
		return nil, err
	}
	if err := checkField(o.Field); err != nil {
		return nil, err
	}
	names := strings.FieldsFunc(o.Columns, func(r rune) bool { return r == ',' || r == ' ' })
	for _, name := range names {
		if columnLetters[name] == "" {
			return nil, fmt.Errorf("%w: no column %q (have lemma, %s)", ErrOptions, name, strings.Join(Fields(), ", "))
		}
		if name == o.Field {
			return nil, fmt.Errorf("%w: a tagger of %s cannot read %s", ErrOptions, o.Field, name)
		}
	}
	first, err := o.tagFields()
	if err != nil {
		return nil, err
	}
	for _, t := range o.Taggers {
		first = append(first, t.Field())
	}
	if len(first) > 0 && o.Jackknife == 0 {
		return nil, fmt.Errorf("%w: the second pass of a tagger needs folds to learn from the first", ErrOptions)
	}
	names = append(names, first...)
	return names, o.mayRead(names)
}

// mayRead refuses templates of one's own that read other columns than the form and
// those given. Of the sets that come with the program what reads them is left out.
func (o *Options) mayRead(names []string) error {
	set, err := o.templates()
	if err != nil || slices.Contains(features.Names(), o.Templates) {
		return err
	}
	allowed := ""
	for _, name := range names {
		allowed += columnLetters[name]
	}
	if strings.ContainsAny(allowed, "pt") {
		allowed += "g"
	}
	for _, letter := range set.Columns() {
		if !strings.ContainsRune(allowed, letter) {
			return fmt.Errorf("%w: templates read the column %c, but a tagger is to read the form and %v only", ErrOptions, letter, names)
		}
	}
	return nil
}

// onlyColumns returns words with their forms and the given columns, the others empty.
func onlyColumns(words []conll.Word, names []string) []conll.Word {
	seen := make([]conll.Word, len(words))
	for i := range words {
		seen[i] = conll.Word{Form: words[i].Form, Lemma: blank, UPOS: blank, XPOS: blank, Feats: blank}
		for _, name := range names {
			*columnOf(&seen[i], name) = *columnOf(&words[i], name)
		}
	}
	return seen
}
