// Package places knows where treebanks and models lie: in the folders that the environment names,
// under the names of languages, or among the embedded samples.
//
//	f := places.Finder{Getenv: os.Getenv, Samples: samples}
//	train, dev, err := f.Treebank(structure.Named("dependencies"), "da", nil, nil)
//	model, err := f.TrainedModel("", "da") // as "parser train --lang da" has left it
package places

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"parser/conll/textfile"
	"parser/parser/internal/atomicfile"
	"parser/parser/internal/fetch"
	"parser/parser/internal/structure"
	"parser/parser/internal/transformer/folders"
)

var (
	ErrUsage      = errors.New("wrong usage")                 // names are wrong or incomplete
	ErrModel      = errors.New("unusable model")              // there is no model, or no place for one
	ErrUnwritable = errors.New("the model cannot be written") // it cannot be saved
	// ErrNone is the cause if no model is named and none was trained.
	ErrNone = fmt.Errorf("%w: none was trained yet", ErrModel)
	// ErrNowhere is the cause if the environment names no folder of models.
	ErrNowhere = fmt.Errorf("%w: the folder of models is not known: name the file by --model, or set PARSER_MODELS or HOME", ErrModel)
)

// Finder finds files. Every field is needed.
type Finder struct {
	Getenv  func(string) string // PARSER_DATA, PARSER_MODELS, PARSER_ENCODERS, and the user's folders
	Samples fs.FS               // treebanks as <lang>/train.conllu
}

// Place is where a part of a treebank lies; the zero value is nowhere.
type Place struct {
	Name   string
	Sample bool // among the embedded samples, not in the file system
}

// Treebank returns the places of a language's treebank of some kind: those that the flags name (see [Files]), else
// those in DataFolder, else those of the embedded sample. dev may be missing.
func (f *Finder) Treebank(kind *structure.Structure, lang string, train, dev []string) (t, d Places, err error) {
	if len(train) > 0 {
		if t, err = given(kind.Extensions, "--train", train); err == nil {
			d, err = given(kind.Extensions, "--dev", dev)
		}
		return t, d, err
	}
	if len(dev) > 0 {
		return t, d, fmt.Errorf("%w: --dev without --train", ErrUsage)
	}
	if err := CheckLanguage(lang); err != nil {
		return t, d, err
	}
	for _, folder := range []string{f.DataFolder(), ""} {
		if part := f.Part(folder, lang, "train", kind); part.Name != "" {
			if dev := f.Part(folder, lang, "dev", kind); dev.Name != "" {
				d = Places{dev}
			}
			return Places{part}, d, nil
		}
	}
	hint := ""
	if kind.Form == textfile.CoNLL {
		list, err := fetch.List()
		if err != nil {
			return t, d, err
		}
		if found, err := fetch.Find(list, lang); err == nil {
			hint = program + " get " + lang
			if found.Lang() != lang {
				hint += " --lang " + lang
			}
			hint = fmt.Sprintf("download one (%s), ", hint)
		}
	}
	return t, d, fmt.Errorf("%w: no treebank for %q: %sgive --train FILE, or set PARSER_DATA to a folder with %s/train%s", ErrUsage, lang, hint, lang, kind.Extensions[0])
}

// DataFolder returns the folder of treebanks: PARSER_DATA, else one beside that of models; "" if neither is known.
func (f *Finder) DataFolder() string { return f.folder("PARSER_DATA", "data") }

// EncodersFolder returns the folder into which encoders are downloaded: the first of PARSER_ENCODERS, a list like PATH,
// else one beside that of models; "" if neither is known.
func (f *Finder) EncodersFolder() string {
	if all := folders.Encoders(f.Getenv); len(all) > 0 {
		return all[0]
	}
	return ""
}

// folder returns the folder that a variable names, else one for the program in the user's data folder, or "".
func (f *Finder) folder(variable, name string) string {
	home := folders.Data(f.Getenv, runtime.GOOS)
	if folder := f.Getenv(variable); folder != "" || home == "" {
		return folder
	}
	return filepath.Join(home, program, name)
}

// Part looks for a part of a language's treebank in a folder of treebanks, <lang>/train.conllu or else
// <lang>.train.conllu, or, if there is no folder, in the embedded samples.
func (f *Finder) Part(folder, lang, part string, kind *structure.Structure) Place {
	for _, of := range []string{lang + "/", lang + "."} {
		for _, ext := range kind.Extensions {
			name, stat := filepath.Join(folder, filepath.FromSlash(of+part+ext)), os.Stat
			if folder == "" {
				name, stat = of+part+ext, func(name string) (fs.FileInfo, error) { return fs.Stat(f.Samples, name) }
			}
			if _, err := stat(name); err == nil {
				return Place{name, folder == ""}
			}
		}
	}
	return Place{}
}

// String says where the place is.
func (p Place) String() string {
	if p.Sample {
		return "the embedded sample " + p.Name
	}
	return p.Name
}

const (
	program        = "parser" // also the folder of models
	modelExtension = ".npz"
)

// latestName is the file beside the models that names the one trained last; latestTagged is that of taggers.
const latestName, latestTagged = "latest", "latest-tagged"

// languageName is that of --lang, which becomes part of file names.
var languageName = textfile.Pattern(`^[A-Za-z0-9][A-Za-z0-9_-]*$`)

// CheckLanguage returns an ErrUsage for an invalid --lang.
func CheckLanguage(lang string) error {
	if !languageName().MatchString(lang) {
		return fmt.Errorf("%w: %q is no language name (letters, digits, _ and -)", ErrUsage, lang)
	}
	return nil
}

// suffix returns what follows the language in the name of a model, "" for nothing.
func suffix(kind *structure.Structure, field string) string {
	if kind.Tagger {
		return "-" + field
	}
	return kind.Suffix
}

// tags returns the structure that taggers build.
func tags() *structure.Structure { return structure.Named("tags") }

// modelKind splits the name of a model into the language and, unless that is all, what it is and how it is trained.
func modelKind(name string) (lang, what, flags string) {
	for _, kind := range structure.All() {
		fields := []string{""}
		if kind.Tagger {
			fields = structure.Fields()
		}
		for _, field := range fields {
			lang, ok := strings.CutSuffix(name, suffix(kind, field))
			if !ok || lang == name {
				continue
			}
			flags = " --system " + kind.Systems()[0]
			if kind.Tagger {
				flags += " --field " + field
			}
			return lang, kind.Model, flags
		}
	}
	return name, "", ""
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
	if suffix := suffix(kind, field); suffix != "" {
		return strings.TrimSuffix(lang, suffix) + suffix, nil
	}
	if _, what, _ := modelKind(lang); what != "" {
		return "", fmt.Errorf("%w: %q is the name of %s; take another --lang", ErrUsage, lang, what)
	}
	return lang, nil
}

// modelsFolder returns the folder of the models without a place of their own.
func (f *Finder) modelsFolder() (string, error) {
	if folder := f.folder("PARSER_MODELS", "models"); folder != "" {
		return folder, nil
	}
	return "", ErrNowhere
}

// Model returns the default file of the model with this name, whether or not it exists.
func (f *Finder) Model(name string) (string, error) {
	if err := CheckLanguage(name); err != nil {
		return "", err
	}
	folder, err := f.modelsFolder()
	return filepath.Join(folder, name+modelExtension), err
}

// existing returns the default file of a model, which must exist.
func (f *Finder) existing(name string) (string, error) {
	path, err := f.Model(name)
	if err != nil {
		return "", err
	}
	if _, err = os.Stat(path); err == nil {
		return path, nil
	}
	lang, _, flags := modelKind(name)
	return "", fmt.Errorf("%w: %w; train it with: parser train --lang %s%s", ErrModel, err, lang, flags)
}

// TrainedModel returns the file of the model to parse with: the named one, that of the language, or the last trained.
func (f *Finder) TrainedModel(name, lang string) (_ string, err error) {
	if name != "" {
		return name, nil
	}
	if lang, err = f.latest(lang, latestName, ""); err != nil {
		return "", err
	}
	return f.existing(lang)
}

// Kept is a model in the folder of models.
type Kept struct {
	Name   string // for most, a result of ModelName
	File   string
	Latest bool // the one of its kind that is used unless another is named
	Tagger bool // judging by its name
}

// Models returns the models in the folder of models, sorted by name; nil if the environment names no such folder.
func (f *Finder) Models() (all []Kept, err error) {
	folder, err := f.modelsFolder()
	if err != nil {
		return nil, nil
	}
	files, err := os.ReadDir(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w: %w", ErrModel, err)
	}
	parser, _ := f.latest("", latestName, "")
	tagged, _ := f.latest("", latestTagged, "")
	for _, file := range files {
		name, isModel := strings.CutSuffix(file.Name(), modelExtension)
		if !isModel || file.IsDir() {
			continue
		}
		lang, what, _ := modelKind(name)
		all = append(all, Kept{name, filepath.Join(folder, file.Name()), name == parser || what == tags().Model && lang == tagged, what == tags().Model})
	}
	slices.SortFunc(all, func(a, b Kept) int { return strings.Compare(a.Name, b.Name) })
	return all, nil
}

// Taggers returns the files of a language's taggers, or of those trained last: of the given fields, or all.
func (f *Finder) Taggers(lang string, fields []string) (names []string, err error) {
	if lang, err = f.latest(lang, latestTagged, " --system "+tags().Systems()[0]); err != nil {
		return nil, err
	}
	for _, field := range structure.Fields() {
		name, err := f.existing(lang + suffix(tags(), field))
		var missing *fs.PathError
		switch asked := slices.Contains(fields, field); {
		case err == nil && (asked || fields == nil):
			names = append(names, name)
		case err != nil && (asked || !errors.As(err, &missing)):
			return nil, err
		}
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("%w: no tagger for %q; train one with: parser train --lang %s --system %s --field %s", ErrModel, lang, lang, tags().Systems()[0], structure.Fields()[0])
	}
	return names, nil
}

// latest returns lang or, if that is "", the last trained, by a file beside the models; flags are to be recommended.
func (f *Finder) latest(lang, file, flags string) (string, error) {
	folder, err := f.modelsFolder()
	if lang != "" || err != nil {
		return lang, err
	}
	text, err := textfile.Settings(filepath.Join(folder, file))
	if err != nil {
		return "", fmt.Errorf("%w: %w; start with: parser train --lang en%s", ErrNone, err, flags)
	}
	if lang = strings.TrimSpace(string(text)); !languageName().MatchString(lang) {
		return "", fmt.Errorf("%w: %s names no language: %.40q", ErrModel, filepath.Join(folder, file), lang)
	}
	return lang, nil
}

// SetLatest makes the model of this name the one trained last, in a file beside the models.
func (f *Finder) SetLatest(name string) error {
	file, lang := latestName, name
	if of, what, _ := modelKind(name); what == tags().Model {
		file, lang = latestTagged, of
	}
	folder, err := f.modelsFolder()
	if err != nil {
		return err
	}
	return atomicfile.WriteFile(filepath.Join(folder, file), func(w io.Writer) error {
		_, err := fmt.Fprintln(w, lang)
		return err
	})
}

// CanWrite checks, before hours of training, whether a file can be written to path. It makes missing folders. A device
// or a pipe is refused, since a file would replace it.
func CanWrite(path string) error {
	if path == textfile.StdinName {
		return fmt.Errorf("%w: a file is needed, not the standard output (.%c%s is a file called %[3]s)", ErrUsage, filepath.Separator, path)
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return fmt.Errorf("%s is a folder", path)
	} else if err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s is a device or a pipe, no file", path)
	}
	trial, err := atomicfile.Create(path)
	if err == nil {
		trial.Close()
	}
	return err
}
