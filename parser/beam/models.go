package parserbeam

import (
	"bytes"
	"context"
	"fmt"
	"sync"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"

	"parser/conll"
	"parser/parser/english"
	"parser/parser/internal/engine"
)

// models are the models of the process by the names of their files. A runner makes many values of a DoFn in a process,
// and they have only the process in common. A model is never changed and stays to the end.
var models = struct {
	sync.Mutex
	loaded map[string]*engine.Parser
}{loaded: map[string]*engine.Parser{}}

// load returns the model of dependencies in a file, "" being the English one, which is read once. For text
// it must have a segmenter. After an error the next call tries again.
func load(ctx context.Context, file string, text bool) (p *engine.Parser, err error) {
	models.Lock()
	defer models.Unlock()
	if p = models.loaded[file]; p == nil {
		if p, err = read(ctx, file); err == nil {
			models.loaded[file] = p
		}
	}
	if err == nil && text && p.Segmenter() == nil {
		err = engine.ErrNoSegmenter
	}
	if err != nil {
		err = fmt.Errorf("model %q: %w", file, err)
	}
	return p, err
}

func read(ctx context.Context, file string) (*engine.Parser, error) {
	if file == "" {
		return engine.Read(english.File(), english.File().Size())
	}
	content, err := within(ctx, file, func(fs filesystem.Interface) ([]byte, error) { return filesystem.Read(ctx, fs, file) })
	if err != nil {
		return nil, err
	}
	p, err := engine.Read(bytes.NewReader(content), int64(len(content)))
	if err == nil {
		err = p.Parse(&conll.Sentence{}) // which a model of anything but dependencies refuses
	}
	return p, err
}
