package fetch

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"parser/conll/textfile"
	"parser/parser/internal/atomicfile"
)

// released is the address of a release, which its script passes to the linker.
var released string

// ModelSource returns the address of the files of models, with files as <ModelSource>/da.npz: that of the release that
// the program is of. It is "" for others, where a Getter needs its From.
func ModelSource() string { return released }

//go:embed models.tsv
var embeddedModels string

// Model is a line of a list of models. Scores are those of dev, in percent; 0 is unknown. Words and tags are scored as in
// the CoNLL 2018 shared task, and so is LAS.
type Model struct {
	Name       string  `json:"name"` // as --lang has it: "da"
	File       string  `json:"file"` // at the source
	Bytes      int64   `json:"bytes"`
	SHA256     string  `json:"sha256"` // in hexadecimal
	Licence    string  `json:"licence"`
	Treebank   string  `json:"treebank"`              // and its release: "UD Danish DDT, 2.7"
	Measure    string  `json:"measure"`               // of Score and WordsScore: LAS; F1 of labelled brackets; Smatch
	Words      float64 `json:"words,omitempty"`       // F1, from raw text
	Tags       float64 `json:"tags,omitempty"`        // F1, from raw text: of UPOS, or of the tags of constituents
	Score      float64 `json:"score,omitempty"`       // from raw text
	WordsScore float64 `json:"words_score,omitempty"` // from the words of the treebank
	Format     int64   `json:"format"`                // the version of the file's format
}

// measure is what a Model's Measure can be.
var measure = textfile.Pattern(`^(LAS|F1|Smatch)$`)

// Models returns the list that comes with the program.
func Models() ([]Model, error) { return ReadModels(embeddedModels, "models.tsv") }

// ReadModels reads a list, which has a name in errors: on each line, separated by tabs, the fields of Model; a score is
// "-" if unknown. Lines may be empty, or begin with #.
func ReadModels(list, name string) ([]Model, error) {
	return readLines(list, name, parseModel, func(m Model) string { return m.Name })
}

func parseModel(row string) (m Model, err error) {
	const score = "no score in percent"
	err = readRow(row, "name, file, bytes, SHA-256, licence, treebank, measure, four scores, format",
		column{&m.Name, modelName, "no name of a model, such as da"},
		column{&m.File, fileName, "no name of a file, such as da.npz"},
		column{&m.Bytes, nil, "no number of bytes"},
		column{&m.SHA256, checksum, noChecksum},
		column{to: &m.Licence}, column{to: &m.Treebank},
		column{&m.Measure, measure, "not one of the measures LAS, F1, Smatch"},
		column{&m.Words, nil, score}, column{&m.Tags, nil, score}, column{&m.Score, nil, score}, column{&m.WordsScore, nil, score},
		column{&m.Format, nil, "no version of the format"})
	if err == nil && (m.Licence == "" || m.Treebank == "") {
		err = errors.New("no licence or no treebank")
	}
	return m, err
}

// modelName is that of --lang, which becomes part of file names.
var modelName = textfile.Pattern(`^[A-Za-z0-9][A-Za-z0-9_-]*$`)

// treebankTitle is a treebank with or without its release: "UD Danish DDT, 2.7", "UD Scottish Gaelic ARCOSG 2.16".
var treebankTitle = textfile.Pattern(`^UD (.+?) [^ ,]+(?:,.*| [0-9][0-9.]*)?$`)

// Language returns the language of the model: that of which its name is the code, else that in the name of the treebank,
// "Danish" in "UD Danish DDT, 2.7"; else the model's name.
func (m *Model) Language() string {
	if english, _ := Names(m.Name); english != "" {
		return english
	}
	return m.titled()
}

// titled returns the language in the name of the treebank, or else the model's name.
func (m *Model) titled() string {
	if found := treebankTitle().FindStringSubmatch(m.Treebank); found != nil {
		return found[1]
	}
	return m.Name
}

// Is reports whether a file is this model.
func (m *Model) Is(file string) (bool, error) {
	if info, err := os.Stat(file); err == nil && !info.Mode().IsRegular() {
		return false, nil
	}
	f, err := os.Open(file)
	if err != nil {
		return false, err
	}
	defer f.Close()
	sum, _, err := digest(f)
	return sum == m.SHA256, err
}

// FindModel returns the first model of a list with a name, or of a language by its name in English or its own, in
// capitals or not; nil if the list has no such model.
func FindModel(list []Model, name string) *Model {
	return first(list,
		func(m *Model) bool { return normal(m.Name) == normal(name) },
		func(m *Model) bool { return normal(m.Language()) == normal(name) },
		func(m *Model) bool { return normal(m.titled()) == normal(name) },
		func(m *Model) bool { return isLanguage(m.Name, name) })
}

// GetModel downloads a model as <Name>.npz into a folder, which it makes, or copies it, if From is a folder: from there,
// or from its folder <Name>. A file that is there already is not downloaded again; if it is another one, it is
// overwritten with Replace only, else the error is ErrFolder. The list for Downloaded gets a line. It waits for other programs as Get does, and the other
// errors are those of Get.
func (g *Getter) GetModel(ctx context.Context, m *Model, folder string) (*Manifest, error) {
	g = g.with(ModelSource(), m.Bytes)
	u := &update{Getter: g, now: &Manifest{Licence: m.Licence}}
	file := File{Name: m.Name + ".npz", Bytes: m.Bytes, SHA256: m.SHA256, Verified: true}
	if info, err := os.Stat(g.From); err == nil && info.IsDir() {
		u.copies = true
		file.URL = filepath.Join(g.From, m.File)
		if own := filepath.Join(g.From, m.Name, m.File); !exists(file.URL) && exists(own) {
			file.URL = own
		}
	} else if !strings.Contains(g.From, "://") {
		return nil, fmt.Errorf("%w: %.200q is neither a folder nor an https:// address", ErrAddress, g.From)
	} else if file.URL, err = g.address(); err != nil {
		return nil, err
	} else {
		file.URL += "/" + m.File
	}
	leave, err := u.enter(ctx, folder)
	if err != nil {
		return nil, err
	}
	defer leave()
	replaced := ""
	switch sum, _, err := u.digest(file.Name); {
	case err == nil && sum == m.SHA256:
		u.Note(file.Name + " is there already")
		u.now.Files = []File{file}
		return u.now, u.record(m)
	case err == nil:
		was, path := "one that was not downloaded, but trained or put there", filepath.Join(folder, file.Name)
		d, err := Downloaded(path)
		if d != nil {
			was = "an earlier download, trained on " + d.Treebank
		}
		if err == nil && !g.Replace {
			err = fmt.Errorf("%w: %s is another model than that of the list: %s", ErrFolder, path, was)
		}
		if err != nil {
			return nil, err
		}
		replaced = "replaced " + file.Name + ": " + was
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	if err := u.get(ctx, file); err != nil {
		return nil, err
	}
	if err := u.place(); err != nil {
		return nil, err
	}
	if replaced != "" {
		u.Note(replaced)
	}
	return u.now, u.record(m)
}

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}

// enter makes the folder of the update, and locks it until the returned function is called. It waits while another program
// has it. File systems without locks have none.
func (u *update) enter(ctx context.Context, folder string) (leave func(), err error) {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, err
	}
	if u.root, err = os.OpenRoot(folder); err != nil {
		return nil, err
	}
	locked, err := u.root.Open(".")
	if err != nil {
		return nil, errors.Join(err, u.root.Close())
	}
	leave = func() {
		locked.Close()
		u.root.Close()
	}
	const pause = 50 * time.Millisecond
	for said := false; errors.Is(atomicfile.Lock(locked, false), atomicfile.ErrLocked); said = true {
		if !said {
			u.Note("another program is downloading to " + u.root.Name() + ": waiting for it")
		}
		select {
		case <-ctx.Done():
			leave()
			return nil, ctx.Err()
		case <-time.After(pause):
		}
	}
	return leave, nil
}

// irregular is the error for a pipe or a device, which is never opened: that could wait for ever.
func irregular(name string) error {
	return fmt.Errorf("%s is a device or a pipe, no file", name)
}

// copy makes a partial file from another file. Nothing is left of it if that fails.
func (u *update) copy(ctx context.Context, name, from string) (err error) {
	if info, err := os.Stat(from); err == nil && !info.Mode().IsRegular() {
		return irregular(from)
	}
	in, err := os.Open(from)
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("%w: %w", ErrMissing, err)
	}
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := u.root.Create(name)
	if err != nil {
		return err
	}
	defer func() {
		out.Close()
		if err != nil {
			err = errors.Join(err, u.forget(name))
		}
	}()
	_, err = receive(ctx, in, out, 0, u.MaxBytes, func(size int64) { u.Progress(strings.TrimSuffix(name, partial), size, u.MaxBytes) })
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return fmt.Errorf("%s: %w", from, err)
	}
	return out.Sync()
}
