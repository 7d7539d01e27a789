package cli

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"parser/conll/textfile"
	"parser/model"
	"parser/oracle"
	"parser/parser/treebank"
	"parser/transition"
)

// place is where a part of a treebank lies; the zero value is nowhere.
type place struct {
	name   string
	sample bool // among the embedded samples, not in the file system
}

// extensions are those of treebanks in PARSER_DATA, in the order of preference;
// the first is that of the samples.
func extensions(kind transition.Kind) []string {
	if kind == transition.Constituents {
		return []string{".mrg", ".mrg.gz"}
	}
	return []string{".conllu", ".conllu.gz", ".conll", ".conll.gz"}
}

// findTreebank returns the places of a language's treebank of some kind: those
// named by the flags, else those in the folder PARSER_DATA, else those of the
// embedded sample. There need not be a dev.
func (e *Env) findTreebank(kind transition.Kind, lang, train, dev string) (t, d place, err error) {
	if train != "" {
		return place{name: train}, place{name: dev}, nil
	}
	if dev != "" {
		return t, d, fmt.Errorf("%w: --dev without --train", errUsage)
	}
	if err := checkLanguage(lang); err != nil {
		return t, d, err
	}
	for _, folder := range []string{e.Getenv("PARSER_DATA"), ""} {
		if t = e.findPart(folder, lang, "train", kind); t.name != "" {
			return t, e.findPart(folder, lang, "dev", kind), nil
		}
	}
	return t, d, fmt.Errorf("%w: no treebank for %q: give --train FILE, or set PARSER_DATA to a folder with %s/train%s", errUsage, lang, lang, extensions(kind)[0])
}

// findPart looks for a part of a language's treebank in a folder of treebanks, or, if
// there is no folder, in the embedded samples.
func (e *Env) findPart(folder, lang, part string, kind transition.Kind) place {
	for _, ext := range extensions(kind) {
		name, stat := filepath.Join(folder, lang, part+ext), os.Stat
		if folder == "" {
			name, stat = path.Join(lang, part+ext), func(name string) (fs.FileInfo, error) { return fs.Stat(e.Samples, name) }
		}
		if _, err := stat(name); err == nil {
			return place{name, folder == ""}
		}
	}
	return place{}
}

// String says where the place is.
func (p place) String() string {
	if p.sample {
		return "the embedded sample " + p.name
	}
	return p.name
}

// openPlace opens a part of a treebank.
func (e *Env) openPlace(p place) (*textfile.Reader, error) {
	if !p.sample {
		return textfile.Open(p.name, e.Stdin)
	}
	f, err := e.Samples.Open(p.name)
	if err != nil {
		return nil, err
	}
	return &textfile.Reader{Reader: bufio.NewReader(f), Name: p.name, File: f}, nil
}

// latestName is the file beside the models that names the one trained last, and
// latestTagged that which names the language that a tagger was trained of last.
const latestName, latestTagged = "latest", "latest-tagged"

// languageName is what --lang may be: it becomes part of file names.
var languageName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]*$`)

func checkLanguage(lang string) error {
	if !languageName.MatchString(lang) {
		return fmt.Errorf("%w: %q is no language name (letters, digits, _ and -)", errUsage, lang)
	}
	return nil
}

// bracketsSuffix is what the names of constituency models end in.
const bracketsSuffix = "-brackets"

func taggerSuffix(field string) string { return "-" + field }

// modelKind takes the name of a model apart: into the language and, unless it is a model of
// dependencies, what it is and the flags that it is trained with.
func modelKind(name string) (lang, what, flags string) {
	if lang, ok := strings.CutSuffix(name, bracketsSuffix); ok {
		return lang, "a constituency model", " --system " + oracle.Systems(transition.Constituents)[0]
	}
	for _, field := range treebank.Fields() {
		if lang, ok := strings.CutSuffix(name, taggerSuffix(field)); ok {
			return lang, "a tagger", " --system " + tagSystem + " --field " + field
		}
	}
	return name, "", ""
}

// modelName returns the name of a language's model that builds trees of a kind, or of
// its tagger of a field.
func modelName(lang string, kind transition.Kind, field string) (string, error) {
	if suffix := map[transition.Kind]string{transition.Constituents: bracketsSuffix, transition.Tags: taggerSuffix(field)}[kind]; suffix != "" {
		return strings.TrimSuffix(lang, suffix) + suffix, nil
	}
	if _, what, _ := modelKind(lang); what != "" {
		return "", fmt.Errorf("%w: %q is the name of %s; take another --lang", errUsage, lang, what)
	}
	return lang, nil
}

// modelsFolder returns the folder of the models that have no place of their own.
func (e *Env) modelsFolder() (string, error) {
	if folder := e.Getenv("PARSER_MODELS"); folder != "" {
		return folder, nil
	}
	folder := dataHome(e.Getenv, runtime.GOOS)
	if folder == "" {
		return "", fmt.Errorf("%w: no place for it: neither --model nor PARSER_MODELS nor a home folder is known", errModel)
	}
	return filepath.Join(folder, programName, "models"), nil
}

// dataHome returns the folder for a user's data on an operating system, "" if
// the environment does not tell. The XDG specification has relative paths
// ignored.
func dataHome(getenv func(string) string, system string) string {
	if folder := getenv("XDG_DATA_HOME"); filepath.IsAbs(folder) {
		return folder
	}
	home := getenv("HOME")
	switch {
	case system == "windows":
		return getenv("LocalAppData")
	case home == "":
		return ""
	case system == "darwin":
		return filepath.Join(home, "Library", "Application Support")
	}
	return filepath.Join(home, ".local", "share")
}

// modelOf returns the default place of a language's model.
func (e *Env) modelOf(lang string) (string, error) {
	if err := checkLanguage(lang); err != nil {
		return "", err
	}
	folder, err := e.modelsFolder()
	return filepath.Join(folder, lang+".npz"), err
}

// trainedModel returns the default place of a model, which must be there.
func (e *Env) trainedModel(name string) (string, error) {
	path, err := e.modelOf(name)
	if err != nil {
		return "", err
	}
	if _, err = os.Stat(path); err == nil {
		return path, nil
	}
	lang, _, flags := modelKind(name)
	return "", fmt.Errorf("%w: %w; train it with: parser train --lang %s%s", errModel, err, lang, flags)
}

// findModel returns the model to parse with: the one that is named, else that
// of the language, else that of the language trained last.
func (e *Env) findModel(name, lang string) (_ string, err error) {
	if name != "" {
		return name, nil
	}
	if lang, err = e.latest(lang, latestName, ""); err != nil {
		return "", err
	}
	return e.trainedModel(lang)
}

// keptTaggers returns the files of the taggers of a language, or of the one trained
// last: those of the given fields, or all.
func (e *Env) keptTaggers(lang string, fields []string) (names []string, err error) {
	if lang, err = e.latest(lang, latestTagged, " --system "+tagSystem); err != nil {
		return nil, err
	}
	for _, field := range treebank.Fields() {
		name, err := e.trainedModel(lang + taggerSuffix(field))
		var missing *fs.PathError
		switch asked := slices.Contains(fields, field); {
		case err == nil && (asked || fields == nil):
			names = append(names, name)
		case err != nil && (asked || !errors.As(err, &missing)):
			return nil, err
		}
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("%w: no tagger for %q; train one with: parser train --lang %s --system %s --field %s", errModel, lang, lang, tagSystem, treebank.Fields()[0])
	}
	return names, nil
}

// latest returns lang or, if that is "", the language trained last, as a file beside the
// models says; the flags are those of the training to recommend.
func (e *Env) latest(lang, file, flags string) (string, error) {
	folder, err := e.modelsFolder()
	if lang != "" || err != nil {
		return lang, err
	}
	text, err := os.ReadFile(filepath.Join(folder, file))
	if err != nil {
		return "", fmt.Errorf("%w: none was trained yet: %w; start with: parser train --lang en%s", errModel, err, flags)
	}
	if lang = strings.TrimSpace(string(text)); !languageName.MatchString(lang) {
		return "", fmt.Errorf("%w: %s names no language: %.40q", errModel, filepath.Join(folder, file), lang)
	}
	return lang, nil
}

// setLatest makes lang the language trained last, in a file beside the models.
func (e *Env) setLatest(file, lang string) error {
	folder, err := e.modelsFolder()
	if err != nil {
		return err
	}
	return model.WriteFile(filepath.Join(folder, file), func(w io.Writer) error {
		_, err := fmt.Fprintln(w, lang)
		return err
	})
}

// canWrite finds out, before hours of training, whether a file can be written to path.
// It makes missing folders. A device or a pipe is refused, since a file would take its
// place.
func canWrite(path string) error {
	folder := filepath.Dir(path)
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return fmt.Errorf("%s is a folder", path)
	} else if err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s is a device or a pipe, no file", path)
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	f, err := os.CreateTemp(folder, "."+programName+".*")
	if err != nil {
		return err
	}
	f.Close()
	return os.Remove(f.Name())
}
