// Command cmd parses files of any size on a runner of Apache Beam. See README.md of the module.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"runtime"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	parserbeam "parser/parser/beam"
)

func main() {
	err := run(context.Background())
	switch {
	case errors.Is(err, flag.ErrHelp): // which was shown
	case errors.Is(err, errUsage):
		fmt.Fprintln(os.Stderr, "parser:", err)
		os.Exit(64) // EX_USAGE, as parser has it
	case err != nil:
		text := err.Error()
		cause := text[max(0, strings.LastIndex(text, "] failed:\n")):] // what a step says, without the plan of its stage
		cause = strings.TrimPrefix(cause, "] failed:\n")
		fmt.Fprintln(os.Stderr, "parser:", cause)
		os.Exit(1)
	}
}

// workers is the platform of workers, for which Beam builds programs.
const workers = "linux/amd64"

var errUsage = errors.New("wrong usage")

func run(ctx context.Context) error {
	var o parserbeam.Options
	flag.StringVar(&o.Model, "model", "", "model `FILE`; without it, the English one of the program")
	flag.Func("input", "`PATTERN` of names of files, in quotes; may be given several times", func(pattern string) error {
		o.Inputs = append(o.Inputs, pattern)
		return nil
	})
	flag.StringVar(&o.Output, "output", "", "`FOLDER` to write to, a file for each input")
	flag.BoolVar(&o.Text, "text", false, "the files are raw text")
	flag.BoolVar(&o.KeepGoing, "keep-going", false, "leave out malformed sentences, and say so, instead of stopping; the exit status is then 1 all the same")
	flag.IntVar(&o.Threads, "threads", 0, "`N` threads that parse a block together; 0 for all processors")
	for _, wish := range o.Request.Options() {
		if field, isSwitch := wish.Field.(*bool); isSwitch {
			flag.BoolVar(field, wish.Name, *field, wish.Usage)
			continue
		}
		flag.Func(wish.Name, wish.Usage, func(value string) error { return wish.Set(value) })
	}
	verbose := flag.Bool("verbose", false, "say all that Beam says")
	flag.CommandLine.Init("parser", flag.ContinueOnError) // by itself it would end the program with 2, a crash
	if err := flag.CommandLine.Parse(os.Args[1:]); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return err
		}
		return fmt.Errorf("%w: %w", errUsage, err)
	}
	beam.Init() // does not return on workers
	if !*verbose {
		slog.SetDefault(slog.New(warnings{slog.NewTextHandler(os.Stderr, nil)}))
	}
	if len(o.Inputs) == 0 || o.Output == "" || flag.NArg() > 0 {
		return fmt.Errorf("%w: --input and --output are needed, and no other arguments", errUsage)
	}
	if self, err := os.Executable(); err == nil && *jobopts.WorkerBinary == "" && runtime.GOOS+"/"+runtime.GOARCH == workers {
		*jobopts.WorkerBinary = self // Beam would build the program once more, and need its source for that
	}
	p, s := beam.NewPipelineWithRoot()
	parserbeam.Parse(s, o)
	result, err := beamx.RunWithMetrics(ctx, p)
	if err != nil || result == nil {
		return err
	}
	counts := map[string]int64{}
	found := result.Metrics().Query(func(m beam.MetricResult) bool { return m.Namespace() == parserbeam.Namespace })
	for _, c := range found.Counters() {
		counts[c.Name()] += c.Result()
	}
	fmt.Fprintf(os.Stderr, "%d sentences, %d words\n", counts[parserbeam.Sentences], counts[parserbeam.Words])
	if bad, files := counts[parserbeam.BadSentences], counts[parserbeam.BadFiles]; bad > 0 || files > 0 {
		return fmt.Errorf("left out: %d malformed sentences, %d damaged files", bad, files)
	}
	return nil
}

// warnings passes on what is left out, and not errors, which come back in the end.
type warnings struct{ slog.Handler }

// Enabled reports whether it is a warning.
func (w warnings) Enabled(_ context.Context, l slog.Level) bool { return l == slog.LevelWarn }
