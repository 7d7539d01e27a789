// Package places knows where treebanks and models lie: in the folders that the environment names,
// under the names of languages, or among the embedded samples.
//
//	f := places.Finder{Getenv: os.Getenv, Samples: samples}
//	train, dev, err := f.Treebank(structure.Named("dependencies"), "da", nil, nil)
//	model, err := f.Resolve("Danish") // as "parser train --lang da" or "parser get model da" has left it
//	models, err := f.Unnamed(structure.Named("dependencies"))
package places

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"parser/conll/textfile"
	"parser/parser/cli/internal/fetch"
	"parser/parser/internal/atomicfile"
	"parser/parser/internal/structure"
	"parser/parser/internal/transformer/folders"
)

var (
	ErrUsage      = errors.New("wrong usage")                 // names are wrong or incomplete
	ErrModel      = errors.New("unusable model")              // there is no model, or no place for one
	ErrUnwritable = errors.New("the model cannot be written") // it cannot be saved
	// ErrNowhere is the cause if the environment names no folder of models.
	ErrNowhere = fmt.Errorf("%w: the folder of models is not known: name the file by --model, or set PARSER_MODELS or HOME (on Windows LOCALAPPDATA)", ErrModel)
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
	return t, d, fmt.Errorf("%w: no treebank for %q: %sgive --train FILE, or set PARSER_DATA to a folder with %s/train%s",
		ErrUsage, lang, hint, lang, kind.Extensions[0])
}

// DataFolder returns the folder of treebanks: PARSER_DATA, else one beside that of models; "" if neither is known.
func (f *Finder) DataFolder() string { return cmp.Or(f.Getenv("PARSER_DATA"), f.own("data")) }

// EncodersFolder returns the folder into which encoders are downloaded: the first of PARSER_ENCODERS, a list like PATH,
// else one beside that of models; "" if neither is known.
func (f *Finder) EncodersFolder() string {
	if all := folders.Encoders(f.Getenv); len(all) > 0 {
		return all[0]
	}
	return ""
}

// own returns a folder for the program in the user's data folder; "" if that is not known.
func (f *Finder) own(name string) string {
	home := folders.Data(f.Getenv, runtime.GOOS)
	if home == "" {
		return ""
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

// Unwritable makes an error of writing an ErrUnwritable.
func Unwritable(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%w: %w", ErrUnwritable, err)
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
	atomicfile.RemoveStale(path)
	trial, err := atomicfile.Create(path)
	if err == nil {
		trial.Close()
	}
	return err
}
