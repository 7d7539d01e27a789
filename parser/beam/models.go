package parserbeam

import (
	"bytes"
	"context"
	"fmt"
	"sync"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"

	"parser/parser"
	"parser/parser/english"
)

// models has a *loading by the name of the file. It is state of the process, as it has to be: a runner makes many
// values of a DoFn in a process, and they have nothing in common but that. A model is never changed and stays to the end.
var models sync.Map

type loading struct {
	once  sync.Once
	model *parser.Parser
	err   error
}

// load returns the model of dependencies in a file, "" being the English one, which is read once. After an
// error the next call tries again.
func load(ctx context.Context, file string) (*parser.Parser, error) {
	value, _ := models.LoadOrStore(file, &loading{})
	l := value.(*loading)
	l.once.Do(func() { l.model, l.err = read(ctx, file) })
	if l.err != nil {
		models.CompareAndDelete(file, l)
		return nil, fmt.Errorf("model %q: %w", file, l.err)
	}
	return l.model, nil
}

func read(ctx context.Context, file string) (*parser.Parser, error) {
	if file == "" {
		return english.Load()
	}
	fs, err := filesystem.New(ctx, file)
	if err != nil {
		return nil, err
	}
	defer fs.Close()
	content, err := filesystem.Read(ctx, fs, file)
	if err != nil {
		return nil, err
	}
	p, err := parser.Read(bytes.NewReader(content), int64(len(content)))
	if err == nil && !p.Structure().Heads {
		err = parser.ErrKind
	}
	return p, err
}
