package places

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"parser/conll/textfile"
	"parser/parser/internal/atomicfile"
	"parser/parser/internal/structure"
)

// choiceName is the file beside models that names the choice of Use. Others name those trained last, see
// [structure.Structure.Latest].
const choiceName = "use"

// noteOf returns the file that names the model trained last of the kind that a name shows, and what it says if that is
// the model of this name.
func noteOf(name string) (file, text string) {
	lang, builds, field := kindOf(name)
	if field != "" {
		return builds.Latest, lang
	}
	return builds.Latest, name
}

// Unnamed returns the models that answer where none is named, in the order in which they are to be asked: the first that
// reads the input answers, and the first if none does. That is the choice of Use or, without one, the model of
// dependencies that was trained last and then the English one of the program. Input with structures that only one kind
// of parsers reads, as brackets and graphs are, is first of all for the model of that kind that was trained last, unless
// the choice is one.
func (f *Finder) Unnamed(input *structure.Structure) (all []Found, err error) {
	switch chosen, err := f.Choice(); {
	case err != nil:
		return nil, err
	case chosen != nil:
		all = []Found{*chosen}
	default:
		if all, err = f.Latest(structure.OfForm(textfile.CoNLL)); err != nil {
			return nil, err
		}
		all = append(all, onBoard())
	}
	if _, builds, _ := kindOf(all[0].Name); input.Suffix == "" || builds == input {
		return all, nil
	}
	own, err := f.Latest(input)
	return append(own, all...), err
}

// Choice returns the choice of Use, or nil.
func (f *Finder) Choice() (*Found, error) {
	name, path, err := f.note(choiceName)
	if err != nil || name == "" {
		return nil, err
	}
	found, err := f.Resolve(name)
	if err == nil && found.File != "" {
		if _, missing := os.Stat(found.File); missing != nil {
			err = fmt.Errorf("%w: %w", ErrModel, missing)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("the choice of \"%s model use\" (%s): %w; choose another one, or none by: %[1]s model use --none", program, path, err)
	}
	found.Chosen = true
	return &found, nil
}

// Use makes the model that a name stands for the one that answers where none is named; for "" there is no choice any
// more. It returns the model.
func (f *Finder) Use(name string) (found Found, err error) {
	if name == "" {
		all, err := f.modelsFolders()
		for _, folder := range all {
			if err := os.Remove(filepath.Join(folder, choiceName)); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return found, fmt.Errorf("%w: %w", ErrUnwritable, err)
			}
		}
		return found, err
	}
	if found, err = f.Resolve(name); err != nil {
		return found, err
	}
	if name, err = f.NameOf(found); err != nil {
		return found, err
	}
	return found, f.write(choiceName, name)
}

// NameOf returns a name that Resolve resolves to a model, from any folder: its own or, if it lies elsewhere than in the
// folders of models, its whole path.
func (f *Finder) NameOf(found Found) (string, error) {
	if again, err := f.Resolve(found.Name); err == nil && again.File == found.File {
		return found.Name, nil
	}
	return filepath.Abs(found.File)
}

// Latest returns the model of a structure that was trained last, unless it is not there any more.
func (f *Finder) Latest(builds *structure.Structure) ([]Found, error) {
	name, path, err := f.note(builds.Latest)
	switch _, named, _ := kindOf(name); {
	case err != nil || name == "" || named != builds: // before, one file was for all
		return nil, err
	case !languageName().MatchString(name):
		return nil, fmt.Errorf("%w: %s names no model: %.40q", ErrModel, path, name)
	}
	file, err := f.inModels(name + modelExtension)
	if err != nil {
		return nil, nil
	}
	return []Found{{Name: name, File: file, Latest: true}}, nil
}

// SetLatest makes the model of this name the one of its kind that was trained last.
func (f *Finder) SetLatest(name string) error {
	return f.write(noteOf(name))
}

// ForgetLatest is for a model that another one, which was not trained here, has replaced.
func (f *Finder) ForgetLatest(name string) error {
	_, builds, _ := kindOf(name)
	if was, path, err := f.note(builds.Latest); err == nil && was == name {
		return os.Remove(path)
	}
	return nil
}

// note returns what a file beside the models says, of the first folder that has it, and where it is, or "".
func (f *Finder) note(file string) (text, path string, err error) {
	path, err = f.inModels(file)
	if err != nil {
		return "", "", nil
	}
	content, err := textfile.Settings(path)
	if err != nil {
		return "", "", fmt.Errorf("%w: %w", ErrModel, err)
	}
	return strings.TrimSpace(string(content)), path, nil
}

// write makes a file beside the models say a text, in the first folder.
func (f *Finder) write(file, text string) error {
	all, err := f.modelsFolders()
	if err != nil {
		return err
	}
	return Unwritable(atomicfile.WriteText(filepath.Join(all[0], file), text+"\n"))
}

// Taggers returns the files of a language's taggers, or of those trained last for "": of the given fields, or all. It
// returns nothing if a given field has no tagger.
func (f *Finder) Taggers(lang string, fields []string) (names []string, err error) {
	tags := structure.Named("tags")
	if lang == "" {
		if lang, _, err = f.note(tags.Latest); err != nil || lang == "" {
			return nil, err
		}
	}
	for _, field := range tags.Fields() {
		if fields != nil && !slices.Contains(fields, field) {
			continue
		}
		if file, err := f.inModels(lang + tags.ModelSuffix(field) + modelExtension); err == nil {
			names = append(names, file)
		} else if fields != nil {
			return nil, nil
		}
	}
	return names, nil
}
