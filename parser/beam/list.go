package parserbeam

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"

	"parser/parser/internal/shards"
)

// Input is a file to be parsed.
type Input struct {
	File string
	Size int64 // in bytes, as it is
	Gzip bool
}

// ListFn emits the files that match the patterns, each once; the element does not matter. It fails if a
// pattern matches no file, if two files would have the same output, or if an output would overwrite an input.
type ListFn struct {
	Patterns []string
	Output   string // folder
}

// ProcessElement emits the files.
func (f *ListFn) ProcessElement(ctx context.Context, _ []byte, emit func(Input)) error {
	var files []string
	for _, pattern := range f.Patterns {
		more, err := within(ctx, pattern, func(fs filesystem.Interface) ([]string, error) { return fs.List(ctx, pattern) })
		if err == nil && len(more) == 0 {
			err = errors.New("no such file")
		}
		if err != nil {
			return fmt.Errorf("%s: %w", pattern, err)
		}
		files = append(files, more...)
	}
	slices.Sort(files)
	files = slices.Compact(files)
	inputOf := map[string]string{}
	for _, file := range files {
		output := outputName(f.Output, file)
		if other, ok := inputOf[output]; ok {
			return fmt.Errorf("%s and %s would both be written to %s", other, file, output)
		}
		inputOf[output] = file
	}
	for _, file := range files {
		if of, ok := inputOf[file]; ok {
			return fmt.Errorf("%s would be overwritten by what is made of %s", file, of)
		}
		in, err := look(ctx, file)
		if err != nil {
			return err
		}
		emit(in)
	}
	return nil
}

// within calls do with the file system of a name.
func within[T any](ctx context.Context, name string, do func(filesystem.Interface) (T, error)) (result T, err error) {
	fs, err := filesystem.New(ctx, name)
	if err != nil {
		return result, err
	}
	result, err = do(fs)
	return result, errors.Join(err, fs.Close())
}

func look(ctx context.Context, file string) (in Input, err error) {
	in.File = file
	if in.Size, err = within(ctx, file, func(fs filesystem.Interface) (int64, error) { return fs.Size(ctx, file) }); err != nil {
		return in, err
	}
	r, err := openAt(ctx, in, 0)
	if err != nil {
		return in, err
	}
	defer r.Close()
	const gzipMagic = "\x1f\x8b"
	magic, err := r.Peek(len(gzipMagic))
	if err != nil && err != io.EOF {
		return in, fmt.Errorf("%s: %w", file, err)
	}
	in.Gzip = string(magic) == gzipMagic
	return in, nil
}

// outputName returns the name of the file in a folder, which may have a scheme, that has what is made of an input:
// that of parser parse --out, but not compressed.
func outputName(folder, file string) string {
	name := strings.TrimSuffix(path.Base(strings.ReplaceAll(file, `\`, "/")), shards.Compressed)
	return strings.TrimSuffix(folder, "/") + "/" + shards.Output(name, ".conllu")
}
