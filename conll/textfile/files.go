package textfile

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Matches returns the files and folders that a name stands for: itself, or, if there is
// nothing of that name and it is a pattern of [filepath.Match], what matches, sorted, but for hidden
// ones that the pattern does not ask for. The error says that nothing matches, or that the
// pattern is malformed.
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

// Folder returns all files in a folder, which may be a link to one, and in those below it, that
// keep says yes to, all of them if it is nil; sorted, but for hidden ones. Below the folder links
// to others are not followed, and what is neither a file nor a link is left out.
func Folder(root string, keep func(name string) bool) (files []string, err error) {
	// A separator at its end has a link to a folder followed.
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
