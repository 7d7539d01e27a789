package frame

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"parser/parser"
	"parser/parser/english"
	"parser/parser/internal/places"
)

// ModelFor loads the model to parse with, and returns its name: the one that is named, else that of the language, else
// that of the language trained last. If English has not been trained, or nothing at all has, it is the program's
// English model. Unless quiet is set, it says which model is taken if none was named.
func (e *Env) ModelFor(file, lang string, quiet bool) (m *parser.Parser, name string, err error) {
	name, err = e.Places().TrainedModel(file, lang)
	switch {
	case IsEnglish(lang, err):
		if lang != english.Name && !quiet {
			e.Say("no model was trained or named: this is %s", english.Title)
		}
		m, err = english.Load()
		return m, english.Title, err
	case err != nil:
		return nil, "", err
	}
	if m, err = parser.Load(name); err != nil {
		return nil, "", fmt.Errorf("%w: %w", ErrModel, err)
	}
	if file == "" && lang == "" && !quiet {
		e.SayLatest(name, "--lang or --model")
	}
	return m, name, nil
}

// SayLatest says which model is the one trained last, in a file, and how another one is chosen.
func (e *Env) SayLatest(file, how string) {
	e.Say("no model was named: this is %s, the one trained last (%s); %s chooses another", strings.TrimSuffix(filepath.Base(file), filepath.Ext(file)), file, how)
}

// IsEnglish reports whether the program's English model stands in where looking for that of a language gave err.
func IsEnglish(lang string, err error) bool {
	return lang == "" && IsAny(err, places.ErrNone, places.ErrNowhere) || (lang == english.Lang || lang == english.Name) && IsAny(err, fs.ErrNotExist, places.ErrNowhere)
}

// CanSave finds out, before any work, whether a model can be saved in a file.
func CanSave(file string) error {
	err := places.CanWrite(file)
	if err != nil && !errors.Is(err, ErrUsage) {
		err = fmt.Errorf("%w: %w", ErrUnwritable, err)
	}
	return err
}
