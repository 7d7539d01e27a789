package places

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"parser/conll/textfile"
	"parser/parser/cli/internal/fetch"
	"parser/parser/english"
)

// Found is a model that a name stands for, or that answers where none is named.
type Found struct {
	Name   string // "da"; of a file, its name without folder and extension
	File   string // "" for the English model of the program
	Field  string // of a tagger in a folder of models, judging by its name: what it fills
	Chosen bool   // by Use
	Latest bool   // it is the one of its kind that was trained last

	// Following is a treebank, or a language, whose annotation a model with several is to follow: "da" in "multi:da".
	Following string
}

// onBoard is the English model of the program.
func onBoard() Found { return Found{Name: english.Name} }

// Resolve returns the model that a name stands for, whatever flag or call has it. The first of these that there is
// decides: "english", the model of the program; the name of a model in the folders of models; the code of a language, or
// its name in English or its own, in capitals or not, for the model of that language, which for English is the one of the
// program if there is no other; a file; and a folder, for the model in it that has the folder's name. What has a slash
// or ends in .npz is a file or a folder. A missing file is left to those who open it. A colon after a name is followed by
// the treebank or the language that a model of several is to follow: "multi:da", "multi:Danish".
func (f *Finder) Resolve(name string) (Found, error) {
	if model, following, several := strings.Cut(name, ":"); several && model != "" && following != "" && name == filepath.Base(name) {
		found, err := f.Resolve(model)
		if err != nil {
			return found, err
		}
		found.Following = cmp.Or(fetch.CodeOf(following), following)
		found.Name += ":" + found.Following
		return found, nil
	}
	switch {
	case name == "":
		return Found{}, fmt.Errorf("%w: the name of a model is empty", ErrUsage)
	case strings.EqualFold(name, english.Name):
		return onBoard(), nil
	case name != filepath.Base(name) || strings.HasSuffix(name, modelExtension):
		return atPath(name)
	}
	if file, err := f.inModels(name + modelExtension); err == nil {
		return Found{Name: name, File: file}, nil
	}
	kept, err := f.Models()
	if err != nil {
		return Found{}, err
	}
	var names []string
	for _, k := range kept {
		names = append(names, k.Name)
	}
	lang, err := Canonical(name, names)
	if err != nil {
		return Found{}, err
	}
	if i := slices.IndexFunc(kept, func(k Found) bool { return strings.EqualFold(k.Name, lang) }); i >= 0 {
		return Found{Name: kept[i].Name, File: kept[i].File}, nil
	}
	if lang == english.Lang {
		return onBoard(), nil
	}
	if _, err := os.Stat(name); err == nil {
		return atPath(name)
	}
	return Found{}, f.unknown(lang, names)
}

// Several is the name of the model of many languages.
const Several = "multi"

// OfLanguage returns the model of dependencies of a language by its code: the one of that name in the folders of models
// or, of English, the one of the program; else that of many languages, if there is one, which is to follow the language.
func (f *Finder) OfLanguage(code string) (Found, error) {
	if file, err := f.inModels(code + modelExtension); err == nil {
		return Found{Name: code, File: file}, nil
	}
	if code == english.Lang {
		return onBoard(), nil
	}
	if file, err := f.inModels(Several + modelExtension); err == nil {
		return Found{Name: Several + ":" + code, File: file, Following: code}, nil
	}
	kept, err := f.Models()
	if err != nil {
		return Found{}, err
	}
	var names []string
	for _, k := range kept {
		names = append(names, k.Name)
	}
	return Found{}, f.unknown(code, names)
}

// Canonical returns the name of a model in which the language is written as its code: "da-brackets" for
// "Danish-brackets". It knows the languages of some names of models, English, and those that have models to download. A
// name without such a language stays as it is.
func Canonical(name string, names []string) (string, error) {
	lower := strings.ToLower(name)
	lang, _, _ := kindOf(lower)
	asked := lang
	if len(lower) == len(name) { // in its capitals, which language tags have
		asked = name[:len(lang)]
	}
	codes := append([]string{english.Lang}, names...)
	models, err := fetch.Models()
	if err != nil {
		return "", err
	}
	for _, m := range models {
		codes = append(codes, m.Name)
	}
	code, err := fetch.Code(asked, codes)
	if err != nil || code == "" {
		return name, err
	}
	return code + strings.TrimPrefix(lower, lang), nil
}

// atPath returns the model in a file or, of a folder, the one in it that has the folder's name.
func atPath(path string) (Found, error) {
	if textfile.IsFolder(path) {
		whole, err := filepath.Abs(path)
		if err != nil {
			return Found{}, fmt.Errorf("%w: %w", ErrModel, err)
		}
		own := filepath.Base(whole) + modelExtension
		if _, err := os.Stat(filepath.Join(path, own)); err != nil {
			return Found{}, fmt.Errorf("%w: the folder %s has no file %s: %s", ErrModel, path, own, folderOf(path))
		}
		path = filepath.Join(path, own)
	}
	return Found{Name: strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)), File: path}, nil
}

// folderOf says what a folder without a model under its own name may be.
func folderOf(path string) string {
	has := func(name string) bool {
		_, err := os.Stat(filepath.Join(path, name))
		return err == nil
	}
	switch {
	case has("config.cfg") && has("meta.json"):
		return "it is that of a model of spaCy, and models are made by parser train"
	case has("config.json"):
		return "it is that of a pre-trained transformer, for train --encoder"
	}
	for _, pattern := range []string{"*" + modelExtension, filepath.Join("*", "*"+modelExtension)} {
		if inside, err := filepath.Glob(filepath.Join(path, pattern)); err == nil && len(inside) > 0 {
			return "name the model, such as " + inside[0]
		}
	}
	return "the folder of a model has the model under its own name"
}

// unknown says which models are known, besides the one of the program these, and how to come by one with a name.
func (f *Finder) unknown(name string, names []string) error {
	if _, err := f.modelsFolders(); err != nil {
		return err
	}
	list, err := fetch.Models()
	if err != nil {
		return err
	}
	treebanks, err := fetch.List()
	if err != nil {
		return err
	}
	names = append([]string{english.Name}, names...)
	return fmt.Errorf("%w called %.80q, but %s; %s", ErrUnknown, name, strings.Join(names, ", "), f.advice(name, list, treebanks))
}

// ErrUnknown is the cause if a name stands for no model.
var ErrUnknown = fmt.Errorf("%w: there is no model", ErrModel)

// IsAbsent reports whether an error is that there is no model of a name, or no place for models.
func IsAbsent(err error) bool {
	return errors.Is(err, ErrUnknown) || errors.Is(err, ErrNowhere) || errors.Is(err, fs.ErrNotExist)
}
