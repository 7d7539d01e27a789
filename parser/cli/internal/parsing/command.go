// Package parsing has the commands that find structures in sentences, and write these where they were read: parse, tag,
// tokenize, and bench, which measures them.
package parsing

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"time"

	urfave "github.com/urfave/cli/v2"

	"parser/conll/textfile"
	"parser/parser/cli/internal/frame"
	"parser/parser/cli/internal/places"
	"parser/parser/internal/atomicfile"
	"parser/parser/internal/pipe"
	"parser/parser/internal/shards"
	"parser/parser/internal/structure"
	"parser/parser/lexicon"
	"parser/parser/treebank"
)

// command is what the commands have in common. Some fields are the destinations of flags.
type command struct {
	frame.RawText
	model, lang  string // one of the two is ""
	request      treebank.Request
	lexicons     urfave.StringSlice
	unsure       int // sentences to write, the least sure first; 0 for all in their order
	output       string
	outputFormat string
	names        bool // --name-model
	threads      int
	verbose      bool

	job  shards.Job // many files: --out and so on
	part string     // --shard as it was given

	found   places.Found         // the model
	title   string               // what messages call it
	of      string               // of models of several languages, the one whose sentences are being written; or ""
	mixedBy string               // the name of a model that leaves to the language of the text which one answers; or ""
	builds  *structure.Structure // what is written
	lacking []string             // columns that the model needs, and no word has had so far
	out     io.Writer
	file    *atomicfile.File // the same as out; nil for the standard output
	start   time.Time
	wrote   func()                         // shows progress; nil for none
	done    struct{ sentences, words int } // parsed and written
}

func newCommand(e *frame.Env) *command {
	p := &command{RawText: frame.RawTextOf(e), output: textfile.StdinName, threads: runtime.GOMAXPROCS(0)}
	p.Newdoc = true
	return p
}

// modelFlags name the model.
func (p *command) modelFlags() []urfave.Flag {
	return []urfave.Flag{
		frame.Word(&p.model, "model", frame.ModelUsage),
		frame.Word(&p.lang, "lang", "the same as --model, as `MODEL`"),
	}
}

// inputFlags say which model there is, and what it reads.
func (p *command) inputFlags() []urfave.Flag {
	return append(p.modelFlags(), p.EncodingFlag(""), frame.Choice(&p.Format, "format", "the format is",
		"`FORMAT` of the files: x for CoNLL-X, u for CoNLL-U; horizontal, vertical for tokens alone; "+
			"for constituents also tagged (word/TAG), brackets; for graphs also graphs (PENMAN notation); auto to tell by looking, except tokens alone",
		structure.FormX, structure.FormU, pipe.Horizontal, pipe.Vertical, textfile.Tagged, textfile.Brackets, textfile.Graphs, pipe.Auto))
}

// outputFlags say what is written and where.
func (p *command) outputFlags() []urfave.Flag {
	return []urfave.Flag{
		frame.Word(&p.output, "output", "`FILE` to write to; - is the standard output", "o"),
		frame.Usually("that of the input; of trees, brackets; of graphs, penman", frame.Choice(&p.outputFormat, "output-format",
			"the format of the output is", "`FORMAT` to write: "+strings.Join(structure.Formats(), ", "), structure.Formats()...)),
		frame.Usually("all processors", frame.Number(&p.threads, 1, "threads", "`N` threads; the output does not depend on it", "workers")),
		p.KeepLinesFlag(),
		frame.Switch(&p.Immediate, "immediate", "answer each sentence at once, for a dialogue over a pipe; blank lines at the end are lost"),
		frame.Switch(&p.names, "name-model", "write down which model answered: # model = NAME, of graphs # ::model NAME, in JSON a field"),
		frame.Switch(&p.verbose, "verbose", "say how much was done and how fast (default on a terminal)", "v"),
		frame.QuietFlag(&p.Quiet),
	}
}

// lexiconFlag names lexicons.
func (p *command) lexiconFlag() urfave.Flag {
	return frame.Words(&p.lexicons, "lexicon", "`FILE` that says lemmas, tags and features of words: form, lemma, UPOS, XPOS, FEATS with tabs between them, "+
		"of UniMorph, or .dic of Hunspell; may be given several times")
}

// openLexicons opens the lexicons, if there are any, for the request.
func (p *command) openLexicons() (err error) {
	if len(p.lexicons.Value()) > 0 {
		p.request.Lexicon, err = lexicon.Open(p.lexicons.Value()...)
	}
	return err
}

// inputs returns what there is to parse, and checks that the flags go with --out, or need none.
func (p *command) inputs(c *urfave.Context) ([]string, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	switch {
	case p.job.Dir == "" && (c.IsSet("shard") || c.IsSet("keep-going")):
		return nil, fmt.Errorf("%w: --shard and --keep-going need --out", frame.ErrUsage)
	case p.job.Dir == "" && c.IsSet("out"):
		return nil, fmt.Errorf("%w: --out is empty", frame.ErrUsage)
	case p.job.Dir == "" && p.IsText():
		return frame.FilesIn(p.Env.FilesOf(c))
	case p.job.Dir == "":
		return p.Env.FilesOf(c), nil
	case p.Immediate || p.output != textfile.StdinName:
		return nil, fmt.Errorf("%w: --immediate and --output cannot be used with --out", frame.ErrUsage)
	case !c.Args().Present():
		return nil, fmt.Errorf("%w: --out needs files, folders or patterns", frame.ErrUsage)
	}
	if c.IsSet("shard") {
		var err error
		if p.job.Shard, err = shards.ParseShard(p.part); err != nil {
			return nil, fmt.Errorf("%w: --shard: %w", frame.ErrUsage, err)
		}
	}
	return c.Args().Slice(), nil
}
