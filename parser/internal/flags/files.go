package flags

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"parser/conll/textfile"
	"parser/parser/internal/places"
)

// Files refuses, before the first file is read, files that do not exist, and a file that the
// command also writes to, as in "parser parse F >> F", which would never end. No names mean the
// standard input.
func Files(names []string, stdin io.Reader, stdout io.Writer) error {
	if len(names) == 0 {
		names = []string{textfile.StdinName}
	}
	written := regular(stdout)
	for _, name := range names {
		read := regular(stdin)
		if name != textfile.StdinName {
			var err error
			var wrong *fs.PathError
			if read, err = os.Stat(name); errors.As(err, &wrong) {
				wrong.Op = "open"
				return wrong
			}
		}
		if written != nil && read != nil && os.SameFile(read, written) {
			return fmt.Errorf("%w: %s is both input and output", places.ErrUsage, textfile.Shown(name))
		}
	}
	return nil
}

// regular returns information about a stream if it is a regular file, and nil otherwise.
func regular(stream any) fs.FileInfo {
	f, ok := stream.(*os.File)
	if !ok {
		return nil
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	return info
}
