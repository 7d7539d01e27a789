package fetch

import (
	"context"
	_ "embed"
	"os"
	"path/filepath"

	"parser/conll/textfile"
)

const (
	// EncoderSource is the address below which the repositories of encoders lie.
	EncoderSource = "https://huggingface.co"
	// MaxEncoderBytes is the size above which a file of an encoder is refused, unless a Getter says otherwise.
	MaxEncoderBytes = 4 << 30
)

//go:embed encoders.tsv
var embeddedEncoders string

// Encoder is a line of a list of encoders.
type Encoder struct {
	Name       string // of its folder: "xlm-roberta-base"
	Repository string // "FacebookAI/xlm-roberta-base"
	Revision   string // a branch, tag or commit of the repository: "main"
	Licence    string
	Megabytes  int64  // of all files, approximately
	Languages  string // their number, or the only one
	Files      []Part
}

// Patterns for names, since they become parts of addresses and of paths.
var (
	repositoryName = textfile.Pattern(`^[A-Za-z0-9][A-Za-z0-9_.-]*/[A-Za-z0-9][A-Za-z0-9_.-]*$`)
	languageNames  = textfile.Pattern(`^([1-9][0-9]*|[A-Z][a-z]+)$`)
	fileName       = textfile.Pattern(`^[A-Za-z0-9][A-Za-z0-9_-]*(\.[A-Za-z0-9_-]+)+$`)
)

// Encoders returns the list that comes with the program.
func Encoders() ([]Encoder, error) { return readEncoders(embeddedEncoders, "encoders.tsv") }

// readEncoders reads a list, which has a name in errors: on each line, separated by tabs, name, repository, revision,
// licence, megabytes, languages and files; files are separated by blanks, each with a colon and its SHA-256 if known.
func readEncoders(list, name string) ([]Encoder, error) {
	return readLines(list, name, parseEncoder, func(e Encoder) string { return e.Name })
}

func parseEncoder(row string) (e Encoder, err error) {
	var files string
	err = readRow(row, "name, repository, revision, licence, megabytes, languages, files",
		column{&e.Name, releaseName, "no name of an encoder, such as xlm-roberta-base"},
		column{&e.Repository, repositoryName, "no repository, such as FacebookAI/xlm-roberta-base"},
		column{&e.Revision, releaseName, "no revision, such as main"},
		column{to: &e.Licence}, column{&e.Megabytes, nil, "no number of megabytes"},
		column{&e.Languages, languageNames, "no number of languages and no name of one"}, column{to: &files})
	if err == nil {
		e.Files, err = readParts(files, fileName, "no name of a file, such as config.json")
	}
	return e, err
}

// FindEncoder returns the encoder of a list with a name, or of a repository, or nil.
func FindEncoder(list []Encoder, name string) *Encoder {
	return first(list, func(e *Encoder) bool { return e.Name == name || e.Repository == name })
}

// GetEncoder downloads an encoder into a folder, as Get does a treebank. It does not check what the files contain:
// transformer.Open does.
func (g *Getter) GetEncoder(ctx context.Context, e *Encoder, folder string) (*Manifest, error) {
	now := Manifest{Encoder: e.Repository, Release: e.Revision, Licence: e.Licence}
	var own []string
	for _, file := range e.Files {
		url := e.Repository + "/resolve/" + e.Revision + "/" + file.Name
		now.Files = append(now.Files, File{Name: file.Name, URL: url, SHA256: file.SHA256})
		own = append(own, file.Name)
	}
	return g.with(EncoderSource, MaxEncoderBytes).all(ctx, now, folder, own, nil)
}

// Complete reports whether all files of an encoder are in a folder.
func (e *Encoder) Complete(folder string) bool {
	for _, file := range e.Files {
		if _, err := os.Stat(filepath.Join(folder, file.Name)); err != nil {
			return false
		}
	}
	return true
}
