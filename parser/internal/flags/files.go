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

// Files refuses, before the first is read, files that are not there, and one that is also what
// the command writes to, as in "parser parse F >> F", which would never end. No names are the
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

// regular returns what a stream is if it is a file that keeps what is written, or else nil.
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
