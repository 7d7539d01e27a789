package textfile

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Matches returns the files and folders that a name stands for: itself, or, if it does not exist
// and is a pattern of [filepath.Match], what matches, sorted, without hidden ones that the pattern
// does not ask for. The error says that nothing matches, or that the pattern is malformed.
func Matches(name string) ([]string, error) {
	if _, missing := os.Lstat(name); missing == nil || !strings.ContainsAny(name, "*?[") {
		return []string{name}, nil
	}
	found, err := filepath.Glob(name)
	if !strings.HasPrefix(filepath.Base(name), ".") {
		found = slices.DeleteFunc(found, func(file string) bool { return strings.HasPrefix(filepath.Base(file), ".") })
	}
	switch {
	case err != nil:
		return nil, fmt.Errorf("pattern %q: %w", name, err)
	case len(found) == 0:
		return nil, fmt.Errorf("no file matches %q", name)
	}
	return found, nil
}

// Folder returns all files in a folder, which may be a link, and below it, for which keep returns
// true (all files if keep is nil); sorted, without hidden ones. Links to folders below it are not
// followed, and only files and links are listed.
func Folder(root string, keep func(name string) bool) (files []string, err error) {
	// With a separator at its end, a link to a folder is followed.
	top := filepath.Clean(root) + string(filepath.Separator)
	err = filepath.WalkDir(top, func(file string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case file != top && strings.HasPrefix(entry.Name(), "."):
			if entry.IsDir() {
				return filepath.SkipDir
			}
		case entry.Type()&^fs.ModeSymlink == 0 && (keep == nil || keep(entry.Name())):
			if entry.Type() == 0 || !IsFolder(file) {
				files = append(files, file)
			}
		}
		return nil
	})
	return files, err
}

// IsFolder reports whether a name is that of a folder, or of a link to one.
func IsFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}
