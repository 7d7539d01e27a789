package fetch

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// downloadsName is the file beside models that lists the downloaded ones, by their content.
const downloadsName = "downloaded"

// Download is a line of the list of models that were downloaded into a folder.
type Download struct {
	SHA256, Name, Treebank string
}

// downloads returns the list in a folder, whose lines have tabs between the fields.
func downloads(text string, err error) ([]Download, error) {
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return readLines(text, downloadsName, func(row string) (d Download, err error) {
		fields := strings.Split(row, "\t")
		if len(fields) != 3 || !checksum().MatchString(fields[0]) {
			return d, errors.New("the line is not SHA-256, name and treebank")
		}
		return Download{fields[0], fields[1], fields[2]}, nil
	}, func(d Download) string { return d.SHA256 })
}

// record adds a model to the list in the folder, unless it is there.
func (u *update) record(m *Model) error {
	text, err := u.root.ReadFile(downloadsName)
	all, err := downloads(string(text), err)
	if err != nil || first(all, func(d *Download) bool { return d.SHA256 == m.SHA256 }) != nil {
		return err
	}
	return replace(u.root, downloadsName, append(text, strings.Join([]string{m.SHA256, m.Name, m.Treebank}, "\t")+"\n"...))
}

// Downloaded returns what a model file was downloaded as, by the list beside it or that of the program; nil if it is
// another file, or is not there.
func Downloaded(file string) (*Download, error) {
	f, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	sum, _, err := digest(f)
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(filepath.Join(filepath.Dir(file), downloadsName))
	all, err := downloads(string(text), err)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Dir(file), err)
	}
	list, err := Models()
	if err != nil {
		return nil, err
	}
	for _, m := range list {
		all = append(all, Download{m.SHA256, m.Name, m.Treebank})
	}
	return first(all, func(d *Download) bool { return d.SHA256 == sum }), nil
}

// Keep gives a downloaded model, which another one is to replace, a second name: <name>.old.npz or, if that is another
// file, <name>.old2.npz and so on. It returns "" and does nothing if the file is not a downloaded model.
func Keep(file string) (kept string, d *Download, err error) {
	if d, err = Downloaded(file); err != nil || d == nil {
		return "", nil, err
	}
	kept, err = keptName(file, d)
	if err != nil || exists(kept) {
		return kept, d, err
	}
	if err := os.Link(file, kept); err == nil {
		return kept, d, nil
	}
	content, err := os.ReadFile(file) // where there are no links
	if err == nil {
		err = os.WriteFile(kept, content, 0o666)
	}
	return kept, d, err
}

// keptName returns the second name of a downloaded model: that of a file that is not there, or has the same content.
func keptName(file string, d *Download) (string, error) {
	stem, ext := strings.TrimSuffix(file, filepath.Ext(file)), filepath.Ext(file)
	for n := 1; ; n++ {
		name := stem + ".old" + ext
		if n > 1 {
			name = fmt.Sprintf("%s.old%d%s", stem, n, ext)
		}
		same, err := (&Model{SHA256: d.SHA256}).Is(name)
		if errors.Is(err, fs.ErrNotExist) || same {
			return name, nil
		}
		if err != nil {
			return "", err
		}
	}
}
