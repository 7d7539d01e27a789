// Package tensors opens the weights of a pre-trained model, in the formats and under the names in which model hubs hand
// them out: a folder with model.safetensors, or with several parts and an index of them, or with an export in ONNX.
//
//	folder, err := tensors.Open("bert-base-cased")
//	defer folder.Close()
//	words, found := folder.Find("bert.embeddings.word_embeddings.weight") // Shape is [words, width]
//	row := make([]float32, words.Shape[1])
//	err = words.Floats(row, 101*len(row)) // the row of word 101; nothing else of the table is read
//
// A file of safetensors is 8 bytes with the length of the header, little-endian, the header in JSON, and the data of all
// tensors: name -> {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]}, with offsets from where the header ends.
// One of torch.save is an archive with a program of Python's pickle, which is read and not run (torch.go, pickle.go).
// One of ONNX is a protocol buffer (message.go, onnx.go) with tensors and the nodes that compute with them, which tell
// what a tensor was before the export (graph.go): its name, if it was transposed, and of which numbers its whole numbers
// are multiples. Nothing in files is trusted: names, types, shapes and offsets must agree with one another and with the
// size of the file before any of its data is used, and what is allocated depends on the bytes that are there, not on
// numbers in them.
//
// Files are mapped into memory, read-only, where the operating system can do that, so that opening one of 5 GB costs
// nothing; elsewhere each access reads what it needs. Nothing is ever written to them.
//
// A file that another program shortens while it is open is found out when a page that is gone is touched: Floats returns
// an error then, and the program goes on. Numbers in the rest of the last page that is left read as zero.
package tensors

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"parser/conll/textfile"
)

// ErrFile is the cause of all errors in the contents of files.
var ErrFile = errors.New("unusable tensors")

const (
	wholeName = "model.safetensors"
	torchName = "pytorch_model.bin"
	indexed   = ".index.json" // after the name of a file: the index of its parts
	graphName = "model.onnx"
)

// partName is the name of a file in an index: no path, which could lead out of the folder.
var partName = textfile.Pattern(`^[A-Za-z0-9_][A-Za-z0-9._-]*\.(safetensors|bin)$`)

// Folder has the tensors of a model. Its methods, except Close, may be called at the same time.
type Folder struct {
	parts   []*part // in the order of their names
	tensors map[string]*Tensor
}

// part is a file.
type part struct {
	path string
	file *os.File
	size int64
	data contents
}

// Open opens the tensors in a folder: those of model.safetensors or, if there is no such file, those of the parts that
// model.safetensors.index.json names, or those of pytorch_model.bin or of its parts, or those of model.onnx or
// onnx/model.onnx. They may be links, as in the hubs' caches. The path of a file opens that file.
// Errors are those of the operating system, or ErrFile, with the name of the file.
func Open(path string) (*Folder, error) {
	f := &Folder{tensors: map[string]*Tensor{}}
	if err := f.open(path); err != nil {
		return nil, cmp.Or(err, f.Close())
	}
	return f, nil
}

func (f *Folder) open(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return f.add(path, readHeader)
	}
	for _, format := range []struct {
		name string
		read func(p *part) ([]*Tensor, error)
	}{{wholeName, readHeader}, {torchName, readTorch}} {
		whole := filepath.Join(path, format.name)
		if _, err := os.Lstat(whole); err == nil {
			return f.add(whole, format.read)
		}
		if files, err := readIndex(whole + indexed); !errors.Is(err, fs.ErrNotExist) {
			return cmp.Or(err, f.addParts(whole+indexed, files, format.read))
		}
	}
	for _, folder := range []string{path, filepath.Join(path, "onnx")} {
		export := filepath.Join(folder, graphName)
		if _, err := os.Lstat(export); err == nil {
			return f.add(export, f.readGraph)
		}
	}
	return fmt.Errorf("%s has neither %s nor %s, nor an index of the parts of one of them, nor %s nor onnx/%s, the formats of weights that can be read: %w",
		path, wholeName, torchName, graphName, graphName, fs.ErrNotExist)
}

// addParts opens the files of an index, which must have the tensors that it says they have.
func (f *Folder) addParts(index string, files map[string]string, read func(p *part) ([]*Tensor, error)) error {
	path := filepath.Dir(index)
	for _, name := range slices.Compact(slices.Sorted(maps.Values(files))) {
		if err := f.add(filepath.Join(path, name), read); err != nil {
			return fmt.Errorf("%s: %w", index, err)
		}
	}
	for _, name := range f.Names() {
		path := f.tensors[name].part.path
		if file := files[name]; file != filepath.Base(path) {
			return fmt.Errorf("%s: %w: tensor %.80q is there, and in %q by the index", path, ErrFile, name, file)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if f.tensors[name] == nil {
			return fmt.Errorf("%s: %w: tensor %.80q is not in %s", index, ErrFile, name, files[name])
		}
	}
	return nil
}

// readIndex returns the name of the file that each tensor is in.
func readIndex(path string) (map[string]string, error) {
	file, size, err := openRegular(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if size > maxHeader {
		return nil, fmt.Errorf("%s: %w: an index of %d bytes is longer than %d", path, ErrFile, size, maxHeader)
	}
	files := map[string]string{}
	err = readObject(io.NewSectionReader(file, 0, size), 0, func(d object, name string) error {
		if name != "weight_map" {
			return d.Decode(&json.RawMessage{})
		}
		return d.members(func(tensor string) error {
			var file string
			err := d.Decode(&file)
			if err == nil && !partName().MatchString(file) {
				err = fmt.Errorf("%.80q is no name of a file in the folder, such as model-00001-of-00002.safetensors", file)
			}
			files[tensor] = file
			return err
		})
	})
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w: %w", path, ErrFile, err)
	case len(files) == 0:
		return nil, fmt.Errorf("%s: %w: its weight_map names no file", path, ErrFile)
	}
	return files, nil
}

// add opens a file of tensors, which read finds in it.
func (f *Folder) add(path string, read func(p *part) ([]*Tensor, error)) error {
	p, err := f.openPart(path)
	if err != nil {
		return err
	}
	tensors, err := read(p)
	if err != nil {
		return fmt.Errorf("%s: %w: %w", path, ErrFile, err)
	}
	for _, t := range tensors {
		if other := f.tensors[t.Name]; other != nil {
			return fmt.Errorf("%s: %w: tensor %.80q is in %s too", path, ErrFile, t.Name, other.part.path)
		}
		f.tensors[t.Name] = t
	}
	return nil
}

// openPart opens a file, and maps it to memory.
func (f *Folder) openPart(path string) (*part, error) {
	file, size, err := openRegular(path)
	if err != nil {
		return nil, err
	}
	p := &part{path: path, file: file, size: size, data: onDemand{file}}
	f.parts = append(f.parts, p)
	if data, err := mapFile(file, size); err == nil { // some file systems cannot, and some address spaces are too small
		p.data = data
	}
	if info, err := file.Stat(); err != nil || info.Size() != size {
		return nil, cmp.Or(err, fmt.Errorf("%s: %w: its size changes", path, ErrFile))
	}
	return p, nil
}

// openRegular opens a file, which must not be a device or a pipe, and returns its size.
func openRegular(path string) (*os.File, int64, error) {
	info, err := os.Stat(path) // before Open, which would wait for the other end of a pipe
	if err != nil {
		return nil, 0, err
	}
	if !info.Mode().IsRegular() {
		return nil, 0, fmt.Errorf("%s: %w: a folder, a device or a pipe, not a file", path, ErrFile)
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, 0, err
	}
	if info, err = file.Stat(); err != nil {
		return nil, 0, cmp.Or(err, file.Close())
	}
	return file, info.Size(), nil
}

// Names returns the names of all tensors, sorted.
func (f *Folder) Names() []string { return slices.Sorted(maps.Keys(f.tensors)) }

// Find returns the tensor with a name.
func (f *Folder) Find(name string) (*Tensor, bool) {
	t, found := f.tensors[name]
	return t, found
}

// Has reports whether there is a tensor with a name.
func (f *Folder) Has(name string) bool { return f.tensors[name] != nil }

// Size returns how many bytes the files have.
func (f *Folder) Size() (bytes int64) {
	for _, p := range f.parts {
		bytes += p.size
	}
	return bytes
}

// Digest returns the SHA-256, in hexadecimal, of the contents of all files, one after the other in the order of their
// names. It reads them from the files, not through memory that is mapped.
func (f *Folder) Digest() (string, error) {
	h := sha256.New()
	for _, p := range f.parts {
		n, err := io.Copy(h, io.NewSectionReader(p.file, 0, p.size))
		if err != nil {
			return "", err
		}
		if n != p.size {
			return "", p.cut()
		}
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// cut is the error if bytes of a file are gone.
func (p *part) cut() error {
	return fmt.Errorf("%s: %w: the file had %d bytes when it was opened, and has fewer now", p.path, ErrFile, p.size)
}

// Close closes the files. The tensors cannot be read any more.
func (f *Folder) Close() error {
	var errs []error
	for _, p := range f.parts {
		errs = append(errs, p.data.close(), p.file.Close())
	}
	return errors.Join(errs...)
}
