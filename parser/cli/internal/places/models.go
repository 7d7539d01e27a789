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
	"parser/parser/internal/structure"
)

const (
	program        = "parser" // also the folder of models
	modelExtension = ".npz"
)

// languageName is that of --lang, which becomes part of file names.
var languageName = textfile.Pattern(`^[A-Za-z0-9][A-Za-z0-9_-]*$`)

// CheckLanguage returns an ErrUsage for an invalid --lang.
func CheckLanguage(lang string) error {
	if !languageName().MatchString(lang) {
		return fmt.Errorf("%w: %q is no language name (letters, digits, _ and -)", ErrUsage, lang)
	}
	return nil
}

// kindOf splits the name of a model into the language, what it builds and, of a tagger, the field that it fills.
func kindOf(name string) (lang string, builds *structure.Structure, field string) {
	for _, builds := range structure.All() {
		for _, field := range builds.Fields() {
			suffix := builds.ModelSuffix(field)
			if lang, ok := strings.CutSuffix(name, suffix); ok && suffix != "" {
				return lang, builds, field
			}
		}
	}
	return name, structure.OfForm(textfile.CoNLL), ""
}

// Language returns the language in the name of a model.
func Language(model string) string {
	for _, kind := range structure.All() {
		model = strings.TrimSuffix(model, kind.Suffix)
	}
	return model
}

// ModelName returns the name of a language's model of a kind of structure, or of its tagger of a field.
func ModelName(lang string, kind *structure.Structure, field string) (string, error) {
	if suffix := kind.ModelSuffix(field); suffix != "" {
		return strings.TrimSuffix(lang, suffix) + suffix, nil
	}
	_, named, _ := kindOf(lang)
	what := named.Model
	if strings.EqualFold(lang, english.Name) {
		what = "the model of this program"
	}
	if what != "" {
		return "", fmt.Errorf("%w: %q is the name of %s; take another --lang", ErrUsage, lang, what)
	}
	return lang, nil
}

// modelsFolders returns the folders of the models without a place of their own: those of PARSER_MODELS, a list like
// PATH, else one in the user's data folder.
func (f *Finder) modelsFolders() ([]string, error) {
	all := slices.DeleteFunc(filepath.SplitList(f.Getenv("PARSER_MODELS")), func(folder string) bool { return folder == "" })
	if own := f.own("models"); len(all) == 0 && own != "" {
		all = []string{own}
	}
	if len(all) == 0 {
		return nil, ErrNowhere
	}
	return all, nil
}

// ModelsFolder returns the folder that new models are written into, the first of them; "" if none is known.
func (f *Finder) ModelsFolder() string {
	if all, err := f.modelsFolders(); err == nil {
		return all[0]
	}
	return ""
}

// Model returns the default file of the model with this name, whether or not it exists, in the first folder of models.
func (f *Finder) Model(name string) (string, error) {
	if err := CheckLanguage(name); err != nil {
		return "", err
	}
	all, err := f.modelsFolders()
	if err != nil {
		return "", err
	}
	return filepath.Join(all[0], name+modelExtension), nil
}

// inModels returns a file in the first folder of models that has it, by itself or in a folder of the model's name, or the
// error of the first.
func (f *Finder) inModels(name string) (string, error) {
	all, err := f.modelsFolders()
	if err != nil {
		return "", err
	}
	for _, folder := range all {
		path := filepath.Join(folder, name)
		_, missing := os.Stat(path)
		if missing != nil {
			path = inOwn(folder, strings.TrimSuffix(name, modelExtension))
			_, inside := os.Stat(path)
			if inside != nil {
				err = cmp.Or(err, missing)
				continue
			}
		}
		return path, nil
	}
	return "", err
}

// inOwn is the file of a model in a folder of its name, as in parser/models of a clone.
func inOwn(folder, name string) string { return filepath.Join(folder, name, name+modelExtension) }

// advice says how to come by a model: from a list, if that has it, or by training.
func (f *Finder) advice(name string, list []fetch.Model, treebanks []fetch.Treebank) string {
	if CheckLanguage(name) != nil {
		return fmt.Sprintf("\"%s model list --available\" lists those that can be downloaded", program)
	}
	lang, builds, field := kindOf(name)
	train := fmt.Sprintf("train it with: %s train --lang %s --system %s", program, lang, builds.Systems()[0])
	switch {
	case lang == name:
		train = fmt.Sprintf("train it with: %s train --lang %s --pipeline", program, lang)
	case field != "":
		train += " --field " + field
	}
	if _, err := fetch.Find(treebanks, lang); err != nil {
		train += " --train FILE"
	}
	if slices.ContainsFunc(list, func(m fetch.Model) bool { return m.Name == name }) {
		from := " --from FOLDER" // no address is known
		if f.Getenv("PARSER_MODEL_SOURCE") != "" || fetch.ModelSource() != "" {
			from = ""
		}
		return fmt.Sprintf("get it with: %s get model%s %s; or %s", program, from, name, train)
	}
	return train
}

// Models returns the models in the folders of models, and in folders of their names there, sorted by name; of several with
// a name, the one in the first folder. It is nil if the environment names no such folder.
func (f *Finder) Models() (all []Found, err error) {
	inOrder, err := f.modelsFolders()
	if err != nil {
		return nil, nil
	}
	chosen, _, err := f.note(choiceName)
	if err != nil {
		return nil, err
	}
	latest := map[string]string{}
	for _, builds := range structure.All() {
		if latest[builds.Latest], _, err = f.note(builds.Latest); err != nil {
			return nil, err
		}
	}
	for _, folder := range inOrder {
		files, err := os.ReadDir(folder)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("%w: %w", ErrModel, err)
		}
		for _, file := range files {
			name, isModel := strings.CutSuffix(file.Name(), modelExtension)
			path := filepath.Join(folder, file.Name())
			if file.IsDir() {
				name, path = file.Name(), inOwn(folder, file.Name())
				_, err := os.Stat(path)
				isModel = err == nil
			}
			if !isModel || slices.ContainsFunc(all, func(other Found) bool { return other.Name == name }) {
				continue
			}
			found := Found{Name: name, File: path}
			of, text := noteOf(name)
			found.Latest, found.Chosen = latest[of] == text, chosen == name || chosen == found.File
			_, _, found.Field = kindOf(name)
			all = append(all, found)
		}
	}
	slices.SortFunc(all, func(a, b Found) int { return strings.Compare(a.Name, b.Name) })
	return all, nil
}
