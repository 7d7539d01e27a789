package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"

	"parser/model"
	"parser/transition"
)

// latestName is the file beside the models that names the one trained last.
const latestName = "latest"

// languageName is what --lang may be: it becomes part of file names.
var languageName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]*$`)

func checkLanguage(lang string) error {
	if !languageName.MatchString(lang) {
		return fmt.Errorf("%w: %q is no language name (letters, digits, _ and -)", errUsage, lang)
	}
	return nil
}

// bracketsSuffix is what the names of constituency models end in, which lie beside
// the dependency models of the same languages.
const bracketsSuffix = "-brackets"

// modelName returns the name of a language's model that builds trees of a kind.
func modelName(lang string, kind transition.Kind) (string, error) {
	name, constituents := strings.CutSuffix(lang, bracketsSuffix)
	switch {
	case kind == transition.Constituents:
		return name + bracketsSuffix, nil
	case constituents:
		return "", fmt.Errorf("%w: %q is the name of a constituency model; take another --lang", errUsage, lang)
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

// findModel returns the model to parse with: the one that is named, else that
// of the language, else that of the language trained last.
func (e *Env) findModel(name, lang string) (string, error) {
	if name != "" {
		return name, nil
	}
	if lang == "" {
		var err error
		if lang, err = e.latest(); err != nil {
			return "", err
		}
	}
	path, err := e.modelOf(lang)
	if err != nil {
		return "", err
	}
	if _, err := os.Stat(path); err != nil {
		return "", fmt.Errorf("%w: %w; train it with: parser train --lang %s", errModel, err, trainFlags(lang))
	}
	return path, nil
}

// trainFlags returns the arguments that train the model of a name.
func trainFlags(name string) string {
	if lang, constituents := strings.CutSuffix(name, bracketsSuffix); constituents {
		return lang + " --system " + transition.Names(transition.Constituents)[0]
	}
	return name
}

// latest returns the language trained last.
func (e *Env) latest() (string, error) {
	folder, err := e.modelsFolder()
	if err != nil {
		return "", err
	}
	text, err := os.ReadFile(filepath.Join(folder, latestName))
	if err != nil {
		return "", fmt.Errorf("%w: none was trained yet: %w; start with: parser train --lang en", errModel, err)
	}
	lang := strings.TrimSpace(string(text))
	if !languageName.MatchString(lang) {
		return "", fmt.Errorf("%w: %s names no language: %.40q", errModel, filepath.Join(folder, latestName), lang)
	}
	return lang, nil
}

// setLatest makes lang the language trained last.
func (e *Env) setLatest(lang string) error {
	folder, err := e.modelsFolder()
	if err != nil {
		return err
	}
	return model.WriteFile(filepath.Join(folder, latestName), func(w io.Writer) error {
		_, err := fmt.Fprintln(w, lang)
		return err
	})
}

// checkWritable finds out, before hours of training, whether a model can be
// written to path. It makes missing folders.
func checkWritable(path string) error {
	if err := canWrite(path); err != nil {
		return fmt.Errorf("%w: %w", errModel, err)
	}
	return nil
}

// canWrite finds out whether a file can be written to path. It makes missing folders.
func canWrite(path string) error {
	folder := filepath.Dir(path)
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return fmt.Errorf("%s is a folder", path)
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
