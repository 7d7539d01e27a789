package shards

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"parser/conll/textfile"
)

// ErrInputs is the cause if a job cannot have these inputs, such as two with one output.
var ErrInputs = errors.New("unusable inputs")

// File is one of the inputs of a job.
type File struct {
	Name   string // to open it by
	Output string // path below the folder of outputs
}

// List returns the files of a job that writes into the folder dir. The inputs are files, folders, and patterns of
// [filepath.Match]; a folder stands for the files in it and below it for which keep returns true (all if keep is nil),
// except hidden ones.
//
// The output of a file in a folder keeps its path below that folder, that of any other file its name; the extension
// becomes the given one, see [Output]. The list is sorted by these names, and contains a file once.
//
// The error is an ErrInputs and names the offending input: one that does not exist, a folder
// without files, two files with the same output, the standard input, and inputs that contain dir or
// lie in it.
func List(dir string, inputs []string, keep func(name string) bool, extension string) ([]File, error) {
	var files []File
	seen := map[string]bool{}
	apart := map[string]bool{} // folders of single files, known not to be in dir
	for _, input := range inputs {
		if input == textfile.StdinName {
			return nil, fmt.Errorf("%w: the standard input has no name to call the output by", ErrInputs)
		}
		names, err := textfile.Matches(input)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrInputs, err)
		}
		for _, name := range names {
			root, found, err := below(name, keep)
			if all := root == name; err == nil && (all || !apart[root]) {
				err = checkApart(dir, root, all)
			}
			if err != nil {
				return nil, fmt.Errorf("%w: %w", ErrInputs, err)
			}
			apart[root] = true
			for _, f := range found {
				full, err := filepath.Abs(f.Name)
				if err != nil {
					return nil, err
				}
				if !seen[full] {
					files = append(files, File{f.Name, Output(f.Output, extension)})
				}
				seen[full] = true
			}
		}
	}
	slices.SortFunc(files, func(a, b File) int { return cmp.Compare(filepath.ToSlash(a.Output), filepath.ToSlash(b.Output)) })
	return files, distinct(dir, files)
}

// distinct returns an error if two files have the same output, or one is needed as the folder of another.
func distinct(dir string, files []File) error {
	from := map[string]string{}
	for _, f := range files {
		if other, taken := from[f.Output]; taken {
			return fmt.Errorf("%w: %s and %s would both be written to %s", ErrInputs, other, f.Name, filepath.Join(dir, f.Output))
		}
		from[f.Output] = f.Name
	}
	for _, f := range files {
		for folder := filepath.Dir(f.Output); folder != "."; folder = filepath.Dir(folder) {
			if other, taken := from[folder]; taken {
				return fmt.Errorf("%w: %s would be written to %s, which is the folder of the output of %s", ErrInputs, other, filepath.Join(dir, folder), f.Name)
			}
		}
	}
	return nil
}

// below returns the files that a name stands for, each with its path below a root: the folder itself, or the file's.
func below(name string, keep func(string) bool) (root string, files []File, err error) {
	info, err := os.Stat(name)
	if err != nil {
		return "", nil, err
	}
	if !info.IsDir() {
		return filepath.Dir(name), []File{{name, filepath.Base(name)}}, nil
	}
	names, err := textfile.Folder(name, keep)
	if err == nil && len(names) == 0 {
		err = fmt.Errorf("the folder %s has no file of the kind that is parsed", name)
	}
	for _, file := range names {
		path, err := filepath.Rel(name, file)
		if err != nil {
			return "", nil, err
		}
		files = append(files, File{file, path})
	}
	return name, files, err
}

// checkApart returns an error if a folder with inputs is in the folder of outputs or, with all, contains it.
func checkApart(dir, folder string, all bool) error {
	for i, pair := range [][2]string{{folder, dir}, {dir, folder}} {
		outer, err := os.Stat(pair[1])
		if err != nil || !outer.IsDir() || i > 0 && !all {
			continue // it does not exist, so nothing is in it, or it may contain the outputs
		}
		inner, err := filepath.Abs(pair[0])
		if err != nil {
			return err
		}
		if within(inner, outer) {
			return fmt.Errorf("outputs must not be among inputs: %s is the folder %s, or in it", pair[0], pair[1])
		}
	}
	return nil
}

// within reports whether a path, which need not exist, is a folder or in it, through any links.
func within(path string, folder fs.FileInfo) bool {
	if at, err := os.Stat(path); err == nil && os.SameFile(at, folder) {
		return true
	}
	if real, err := filepath.EvalSymlinks(path); err == nil && real != path && within(real, folder) {
		return true
	}
	parent := filepath.Dir(path)
	return parent != path && within(parent, folder)
}

// Compressed is the extension of compressed files, whose outputs are compressed, too.
const Compressed = ".gz"

// replaced are the extensions that the output's extension replaces.
var replaced = []string{".conllu", ".conll", ".conllx", ".mrg", ".amr", ".txt"}

// Output returns the name of an output: that of the input, where the given extension replaces one of treebanks and
// texts, or follows any other; "" leaves the name unchanged. An output is [Compressed] if the input is compressed in any way.
func Output(input, extension string) string {
	stem := textfile.Unpacked(input)
	compressed := stem != input
	if ext := filepath.Ext(stem); extension != "" && slices.Contains(replaced, ext) && filepath.Base(stem) != ext {
		stem = strings.TrimSuffix(stem, ext)
	}
	if compressed {
		extension += Compressed
	}
	return stem + extension
}

// Shard is one of the parts of a list. The zero value is the whole list.
type Shard struct {
	Index int // from 0
	Count int // of parts
}

// ParseShard reads a shard: "0/16" is the first of 16 and "15/16" the last.
func ParseShard(text string) (Shard, error) {
	index, count, ok := strings.Cut(text, "/")
	i, err := strconv.Atoi(index)
	n, err2 := strconv.Atoi(count)
	switch {
	case !ok || err != nil || err2 != nil:
		return Shard{}, fmt.Errorf("%q is no shard: give it as i/n, such as 0/16 for the first of 16", text)
	case n < 1:
		return Shard{}, fmt.Errorf("shard %q: there must be at least one", text)
	case i < 0 || i >= n:
		return Shard{}, fmt.Errorf("shard %q: they are counted from 0, so that the last of %d is %d/%d", text, n, n-1, n)
	}
	return Shard{i, n}, nil
}

// String writes a shard as ParseShard reads it.
func (s Shard) String() string {
	return fmt.Sprintf("%d/%d", s.Index, max(1, s.Count))
}

// Of returns the files of a list that belong to the shard: every Count-th from Index on, since neighbours in a list are
// often of similar size. Each item is in exactly one shard, and the sizes of shards differ by at most one.
func (s Shard) Of(files []File) []File {
	var own []File
	for i := s.Index; i < len(files); i += max(1, s.Count) {
		own = append(own, files[i])
	}
	return own
}
