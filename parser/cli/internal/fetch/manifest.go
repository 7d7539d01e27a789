package fetch

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"parser/conll/textfile"
)

// ManifestName is the file beside the data that says where it comes from.
const ManifestName = "source.json"

// Manifest says what was downloaded into a folder.
type Manifest struct {
	Treebank string `json:"treebank,omitempty"`
	Code     string `json:"code,omitempty"`    // of a treebank
	Encoder  string `json:"encoder,omitempty"` // its repository
	Release  string `json:"release"`           // or revision
	Licence  string `json:"licence,omitempty"` // from the list
	Files    []File `json:"files"`
}

// File is a file that was downloaded.
type File struct {
	Name   string `json:"name"` // in the folder: "train.conllu"
	URL    string `json:"url"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
	// Verified says that the list had this SHA-256; otherwise it is that of the downloaded file.
	Verified bool `json:"verified"`
}

// file returns the entry of a file, or nil, as of a manifest that is nil.
func (m *Manifest) file(name string) *File {
	if m == nil {
		return nil
	}
	return first(m.Files, func(f *File) bool { return f.Name == name })
}

// readManifest returns the manifest in a folder, or nil.
func readManifest(folder *os.Root) (*Manifest, error) {
	const most = 1 << 20
	f, err := folder.Open(ManifestName)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	m := &Manifest{}
	if err := json.NewDecoder(io.LimitReader(f, most)).Decode(m); err != nil {
		return nil, fmt.Errorf("%w: %s is damaged: %w", ErrFolder, ManifestName, textfile.PlainJSON(err))
	}
	return m, nil
}

// write writes the manifest into a folder, replacing an old one.
func (m *Manifest) write(folder *os.Root) error {
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	return replace(folder, ManifestName, append(text, '\n'))
}

// replace writes a file in a folder, and gives it its name when it is whole.
func replace(folder *os.Root, name string, text []byte) error {
	if err := folder.WriteFile(name+partial, text, 0o666); err != nil {
		return err
	}
	return folder.Rename(name+partial, name)
}
