package places

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"parser/conll/textfile"
)

// Places are the files of a part of a treebank, in the order in which they are read.
type Places []Place

// String names the files; for many, only the first and their number.
func (p Places) String() string {
	const all = 3
	var names []string
	for _, place := range p[:min(len(p), all)] {
		names = append(names, place.String())
	}
	if len(p) > all {
		return fmt.Sprintf("%s and %d more files", names[0], len(p)-1)
	}
	return strings.Join(names, ", ")
}

// given returns the places that a flag names.
func given(extensions []string, flag string, names []string) (Places, error) {
	files, err := Files(extensions, names)
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrUsage, flag, err)
	}
	var places Places
	for _, name := range files {
		places = append(places, Place{Name: name})
	}
	return places, nil
}

// Files returns the files that names stand for: files, "-", folders, and patterns of [filepath.Match], which may match
// folders. A folder stands for all files in it and below it that have one of the extensions, sorted by name, as what a
// pattern matches is. Files does not check whether a plain file exists. It is an error if a name stands for no file, if
// two stand for the same, or if a folder has a whole treebank with train, dev and test, which nothing learns from
// together.
func Files(extensions []string, names []string) (files []string, err error) {
	for _, name := range names {
		found, err := textfile.Matches(name)
		if err != nil {
			return nil, err
		}
		for _, file := range found {
			inside := []string{file}
			if textfile.IsFolder(file) {
				if inside, err = folder(extensions, file); err != nil {
					return nil, err
				}
			}
			files = append(files, inside...)
		}
	}
	seen := map[string]bool{}
	for _, file := range files {
		clean := filepath.Clean(file)
		if seen[clean] {
			return nil, fmt.Errorf("%s is named twice", textfile.Shown(file))
		}
		seen[clean] = true
	}
	return files, nil
}

// folder returns the files in a folder and in those below it.
func folder(extensions []string, root string) (files []string, err error) {
	files, err = textfile.Folder(root, func(name string) bool {
		return slices.ContainsFunc(extensions, func(ext string) bool { return strings.HasSuffix(name, ext) })
	})
	parts := map[string]string{} // a file for each part of a treebank that the names show
	for _, file := range files {
		name := filepath.Base(file)
		for _, part := range []string{"train", "dev", "test"} {
			if strings.Contains(strings.ToLower(name), part) {
				parts[part] = name
			}
		}
	}
	switch {
	case err != nil:
		return nil, err
	case len(files) == 0:
		return nil, fmt.Errorf("folder %s has no file that ends in %s", root, strings.Join(extensions, ", "))
	case parts["train"] != "" && len(parts) > 1:
		return nil, fmt.Errorf("folder %s has all parts of a treebank, %s among them: name the files to take", root, parts["train"])
	}
	return files, nil
}
