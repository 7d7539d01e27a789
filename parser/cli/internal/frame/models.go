package frame

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"

	"parser/conll/textfile"
	"parser/parser/cli/internal/fetch"
	"parser/parser/cli/internal/places"
	"parser/parser/english"
	"parser/parser/internal/engine"
	"parser/parser/internal/mixed"
	"parser/parser/internal/pipe"
	"parser/parser/internal/structure"
	"parser/parser/language"
	"parser/parser/treebank"
)

// Load loads the model that a name stands for (see [places.Finder.Resolve]), and says which that is. For parses that end
// after a stage of [treebank.Request.Only] it reads no more of a model than these need; "" is for all.
func (e *Env) Load(name, stage string) (*engine.Parser, places.Found, error) {
	found, err := e.Places().Resolve(name)
	if err != nil {
		return nil, found, err
	}
	m, err := e.Open(found, stage)
	return m, found, err
}

// Open loads a model that was found, as Load does. One of several languages that is to follow one of these takes what cuts text
// and makes lemmas from the model of that language alone, if there is one; else it cuts text as the model of the most closely
// related language does. One that does not know the language follows the most closely related one, and the user is told.
func (e *Env) Open(found places.Found, stage string) (*engine.Parser, error) {
	m, err := open(found, stage)
	if err != nil || found.Following == "" {
		return m, err
	}
	known, name := m.Meta().Treebanks, found.Following
	if len(known) == 0 {
		return nil, fmt.Errorf("%w: %s tells no treebanks apart, so that it follows no %s", ErrModel, Title(found), name)
	}
	if !slices.Contains(known, name) {
		title, _ := fetch.Names(name)
		bank := mixed.Treebank(name, known)
		if bank == "" {
			return nil, fmt.Errorf("%w: %s has not learned %s, nor a language of its family, but %s",
				ErrModel, Title(found), cmp.Or(title, name), strings.Join(known, ", "))
		}
		related, _ := fetch.Names(mixed.Language(bank))
		e.Say("%s has not learned %s: it is taken for %s (%s), which is related to it", Title(found), cmp.Or(title, name), related, bank)
		name = bank
	}
	local, err := e.local(found, stage, found.Following, mixed.Language(name))
	if err != nil {
		return nil, err
	}
	return m.Following(name, local)
}

// local returns the first model of these languages that there is, beside a model of several languages. Else it is what cuts text
// of the model of a related language, and nil without any.
func (e *Env) local(several places.Found, stage string, codes ...string) (*engine.Parser, error) {
	for _, code := range codes {
		if own, err := e.Places().OfLanguage(code); err == nil && own.Following == "" && own.File != several.File {
			return open(own, stage)
		}
	}
	all, err := e.Places().Models()
	if err != nil {
		return nil, err
	}
	var have []string
	for _, kept := range all {
		have = append(have, kept.Name)
	}
	at := slices.Index(have, language.Nearest(codes[0], have))
	if at < 0 {
		return nil, nil
	}
	cutter, err := open(all[at], stage)
	if err != nil {
		return nil, err
	}
	return cutter.WithTaggers() // none: its lemmas are those of another language
}

func open(found places.Found, stage string) (*engine.Parser, error) {
	reading := engine.Reading{Request: treebank.Request{Only: stage}}
	if found.File == "" {
		return reading.Read(english.File(), english.File().Size())
	}
	m, err := reading.Load(found.File)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrModel, err)
	}
	return m, nil
}

// NoTagger is the error that a model cannot tag.
func NoTagger(title string) error {
	return fmt.Errorf("%w: %s is no tagger and holds none; train one with: parser train --system %s",
		ErrUsage, title, structure.Named("tags").Systems()[0])
}

// Title returns what messages call a model.
func Title(found places.Found) string {
	if found.File == "" {
		return english.Title
	}
	return found.File
}

// ModelFor loads the model that a name stands for or, without a name, the one that answers input in a form, which it
// names unless quiet is set (see [places.Finder.Unnamed]). Parses end after a stage, as for Load.
func (e *Env) ModelFor(name, form, stage string, quiet bool) (m *engine.Parser, found places.Found, err error) {
	if name != "" {
		return e.Load(name, stage)
	}
	all, err := e.Places().Unnamed(structure.OfForm(form))
	if err != nil {
		return nil, found, err
	}
	passed := ""
	for _, candidate := range all {
		next, err := e.Open(candidate, stage)
		if err != nil {
			return nil, found, err
		}
		reads := len(all) == 1 || pipe.Reads(next, form)
		if m == nil || reads {
			m, found = next, candidate
		}
		if reads {
			break
		}
		passed = fmt.Sprintf("%s, the one trained last, does not read this input, and ", candidate.Name)
	}
	e.SayUnnamed(found, passed, quiet)
	return m, found, nil
}

// SayUnnamed says, unless quiet is set, which model is taken where none is named, and how another one is chosen; passed is
// about those that were not taken.
func (e *Env) SayUnnamed(found places.Found, passed string, quiet bool) {
	switch {
	case quiet:
	case found.Chosen:
		e.Say("no model was named: this is %s, the choice of parser model use (%s); --lang or --model chooses another", found.Name, Title(found))
	case found.Latest:
		e.Say("no model was named: this is %s, the one trained last (%s); --lang or --model chooses another", found.Name, found.File)
	case passed != "":
		e.Say("no model was named: %sthis is %s; --lang or --model chooses another", passed, english.Title)
	default:
		e.Say("no model was trained or named: this is %s", english.Title)
	}
}

// FormOf returns the form of files that a model is to be chosen for: that of Format or, where some model was trained
// that reads brackets or graphs, the one that the beginning of the first file tells. What can be read only once, except
// for the standard input, is not looked into.
func (in *Input) FormOf(files []string) (string, error) {
	if in.Format != pipe.Auto || len(files) == 0 {
		return in.Format, nil
	}
	others := 0
	for _, builds := range structure.All() {
		if builds.Form == textfile.CoNLL {
			continue
		}
		latest, err := in.Env.Places().Latest(builds)
		if err != nil {
			return "", err
		}
		others += len(latest)
	}
	if others == 0 {
		return textfile.CoNLL, nil
	}
	name := files[0]
	if info, err := os.Stat(name); name != textfile.StdinName && (err != nil || !info.Mode().IsRegular()) {
		return textfile.CoNLL, nil
	}
	f, err := textfile.Open(name, in.Stdin)
	if err != nil {
		return textfile.CoNLL, nil // reading it gives the error again
	}
	if name == textfile.StdinName {
		in.Stdin = f
	} else {
		defer f.Close()
	}
	return f.Detect(), nil
}
