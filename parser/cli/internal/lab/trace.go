package lab

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"parser/conll"
	"parser/conll/textfile"
	"parser/oracle"
	"parser/parser/amr"
	"parser/parser/cli/internal/frame"
	"parser/parser/cli/internal/trace"
	"parser/parser/english"
	"parser/parser/internal/engine"
	"parser/parser/internal/graphs/grounding"
	"parser/parser/internal/pipe"
	"parser/parser/internal/structure"
	"parser/parser/treebank"
)

type tracing struct {
	in          frame.Input
	from        frame.GraphSource // of graphs
	options     engine.Options    // of the system, without a model
	sentence    int               // which one of the file, from 1
	model, lang string
	text, quiet bool
	gold        string // file
	oracles     string // a list; "" for all but exhaustive
	script      string
	follow      bool
	moves       string // whose, where the script says nothing: a trace.Leader
	request     treebank.Request
	width       int
	format      string // of what is printed
	automata    string // files of a problem
	prefix      string // of a sequence of its symbols
	best        int    // number of completions of the prefix
}

// OracleName is another name of the command, by which it prints costs alone unless there is a model.
const OracleName = "oracle"

// systemFlags are those that a model knows about.
var systemFlags = []string{"roots", "steps", "max-opens", "unary", "max-unary", "reentrance", "wikify"}

// Trace is the command that shows a parse step by step.
func Trace(e *frame.Env) *urfave.Command {
	v := &tracing{in: frame.InputOf(e), options: engine.DefaultOptions(), sentence: 1, width: 100, format: trace.FormatText}
	v.options.NonProjective = "keep"
	const narrow = 40
	var oracles []string
	for _, d := range oracle.Descriptions() {
		oracles = append(oracles, d.Name+" ("+d.Text+")")
	}
	leaders := []string{string(trace.ByModel), string(trace.ByOracle)}
	usual := func(form string) string { return structure.OfForm(form).Systems()[0] }
	return &urfave.Command{
		Aliases:     []string{OracleName},
		Description: description,
		Flags: append([]urfave.Flag{
			frame.Number(&v.sentence, 1, "sentence", "the sentence with number `N` in the file"),
			frame.Word(&v.model, "model", frame.ModelUsage+", whose scores are shown, and that moves"),
			frame.Word(&v.lang, "lang", "the same as --model, as `MODEL`"),
			frame.Switch(&v.text, "text", "the file is raw text, which the model, or the one that parse would take, cuts into words"),
			frame.Usually("the trees in the file, if there are any", frame.Word(&v.gold, "gold", "`FILE` with the gold tree of the sentence, of the same number")),
			&urfave.StringFlag{Name: "system", Destination: &v.options.System, Usage: "transition `SYSTEM`, without a model: " + strings.Join(frame.TreeSystems(), ", "),
				DefaultText: usual(textfile.CoNLL) + ", or " + usual(textfile.Brackets) + " for Penn brackets, " + usual(textfile.Graphs) + " for graphs"},
			frame.Usually("all but exhaustive that the system has", frame.Word(&v.oracles, "oracle",
				"`LIST` of oracles: "+strings.Join(oracles, "; ")+"; "+trace.Exhaustive+" (by trying all ways to finish, of short sentences)")),
			frame.Usually("the best", frame.Word(&v.script, "script", "`MOVES` to take")),
			frame.Switch(&v.follow, "follow", "after the script go on with the best moves to the end"),
			frame.Usually("model, if there is one", frame.Choice(&v.moves, "moves", "the moves are those of",
				"`WHO` moves where the script does not: "+strings.Join(leaders, ", "), leaders...)),
			frame.Word(&v.automata, "automata", "`C,T,D`: files with the automata of a problem of your own, instead of a tree"),
			frame.Word(&v.prefix, "prefix", "`SYMBOLS` that come first, with --automata"),
			frame.Usually("none", frame.Number(&v.best, 1, "best", "with --automata, also how many completions of the prefix are optimal, and the `K` best ones")),
			frame.Number(&v.width, narrow, "width", "`COLUMNS` to fit stack and buffer into, as text"),
			frame.Choice(&v.format, "format", "the format is", "`FORMAT` of what is printed: "+strings.Join(trace.Formats(), ", "), trace.Formats()...),
			frame.QuietFlag(&v.quiet), v.in.EncodingFlag(""), frame.TreesFlag("", "trees", &v.from.Trees), v.from.BaseFlag("", "that of the model, or "+english.Name),
		}, append(frame.RequestFlags(&v.request, "treebank"), frame.SomeFlags(&v.options, systemFlags...)...)...),
		Action: v.run,
	}
}

const description = `Takes one sentence and prints its configurations one after another: stack, buffer,
what each legal move scores by a model, what it costs by oracles, and the move taken;
in the end the tree. Of graphs of meaning each configuration has the graph so far;
their trees are those that the base of the model or --base finds, or of --trees.

With a model, --model or --lang, the sentence is parsed as "parser parse" does it, but
greedily, from CoNLL, Penn brackets, lines of word/TAG or, with --text, raw text. Each
move comes with its best label, its score, and its probability, by the softmax of
scores at the temperature of the model; the one that the model likes best is marked *.

With a gold tree, which is the one in the file or that of --gold, oracles say what
each move costs. With a model the tree is meant as the model has to build it: without
crossing arcs, if it has learned to mark those that were lifted. A move that costs
more than the cheapest, by the first oracle, is an error; the end lists all.

The best moves by an oracle are marked *; a line is marked ` + trace.Differs + ` if its best moves are
others than those in the first line. After the costs stands what all moves before
have cost. The costs of the static oracle mean nothing but on its own derivation;
those of fsa-edit and fsa-paper are estimates, of brackets in halves. What an oracle
is too slow for it refuses: it is left out, with the reason.

A move with a label stands for the labels that cost least, as in LA-nsubj or
NT-NP,QP, or, without any, for all labels. Of an arc, another one costs 1 more.

--script says which moves to take: SH, LA, RA, RE, NT, CL, FI, CO, LB or NL, of graphs
NE, NN, SW, RH, RT, DN, IN, IB, EN, WK, NO, HE or FU, with blanks between them, and labels after the first hyphen, as in
"SH SH LA-nsubj:pass". (In shift-label and split, + joins the labels of a chain.) A label
that was left out is the first of those that cost least by the first oracle, which
for a gold arc is gold's; where all cost the same, it is the model's best or, without
a model, the first of the sentence.

The script may end anywhere. Without one the model moves or, without a model, the best
moves by the first oracle are taken, as with --follow after a script; --moves says which
of the two moves. Of several best moves by an oracle the one that completes most is taken: SH
last, NT before it.

As "parser oracle" it prints costs alone, as text and as JSON, unless there is a model.

--automata C,T,D asks about a problem of your own, without any tree. C accepts the admissible
sequences of symbols, the transducer T says what a difference to gold costs, D accepts the
gold sequences; further T,D are further summands of the loss. The files are in the text format
of AT&T and OpenFst, C and D as acceptors; <eps> or 0 is nothing. After each
symbol of --prefix, each symbol that can follow has its cost, and so has to stop. --best K
counts the optimal completions of the prefix, and lists the K best ones with their losses.

--format html is one page, to step through by the arrow keys; latex a document with a
table of configurations; json the heading and each step in a line.`

func (v *tracing) run(c *urfave.Context) error {
	switch {
	case c.IsSet("automata"):
		return v.stated(c)
	case c.IsSet("prefix"):
		return fmt.Errorf("%w: --prefix needs --automata", frame.ErrUsage)
	case c.IsSet("best"):
		return fmt.Errorf("%w: --best needs --automata", frame.ErrUsage)
	case c.NArg() > 1:
		return fmt.Errorf("%w: trace looks into one file, not %d", frame.ErrUsage, c.NArg())
	}
	var oracles []string
	if v.oracles != "" {
		if err := frame.ParseList(&oracles, "oracle", v.oracles, func(name string) (string, error) {
			if !slices.Contains(trace.Oracles(), name) {
				return "", fmt.Errorf("%w %q (have %v)", oracle.ErrUnknown, name, trace.Oracles())
			}
			return name, nil
		}); err != nil {
			return err
		}
	}
	file, modelled := v.in.Env.FilesOf(c)[0], v.text || v.model != "" || v.lang != ""
	read := v.withoutModel
	if modelled {
		read = v.withModel
	}
	t, err := read(c, file)
	if err != nil {
		return err
	}
	steps, err := t.Script(v.script)
	if err != nil {
		return fmt.Errorf("%w: --script: %w", frame.ErrUsage, err)
	}
	switch err := t.Ask(oracles...); {
	case errors.Is(err, trace.ErrRefused), errors.Is(err, trace.ErrTooLong):
		return err
	case err != nil:
		return fmt.Errorf("%w: --oracle: %w", frame.ErrUsage, err)
	}
	out := bufio.NewWriter(v.in.Env.Stdout)
	w, err := trace.NewWriter(out, v.format, v.width)
	if err != nil {
		return err
	}
	if typed := c.Lineage()[1].Args().First(); typed == OracleName && !modelled {
		w = trace.Brief(w)
	}
	leader := trace.NoLeader
	if v.follow || !c.IsSet("script") {
		leader = cmp.Or(trace.Leader(v.moves), t.Leader())
	}
	if err = w.Heading(t.Heading); err == nil {
		err = t.Run(steps, leader, w.Step)
	}
	switch {
	case errors.Is(err, trace.ErrIllegal):
		err = fmt.Errorf("%w: --script: %w", frame.ErrUsage, err)
	case errors.Is(err, trace.ErrLeader):
		return fmt.Errorf("%w: --moves %s: %w", frame.ErrUsage, leader, err)
	}
	return cmp.Or(w.Close(), out.Flush(), err)
}

// withoutModel returns the trace of a gold tree. Without --system what is in the file decides on the system.
func (v *tracing) withoutModel(c *urfave.Context, name string) (*trace.Trace, error) {
	switch {
	case v.gold != "":
		return nil, fmt.Errorf("%w: --gold needs a model (--model, --lang): without one the gold tree is that in the file", frame.ErrUsage)
	case c.IsSet("treebank"):
		return nil, fmt.Errorf("%w: --treebank needs a model (--model, --lang)", frame.ErrUsage)
	}
	f, form, err := v.in.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	found := structure.OfTreebank(form)
	if !c.IsSet("system") {
		v.options.System = found.Systems()[0]
	}
	builds, err := structure.OfSystem(v.options.System)
	if err == nil {
		err = frame.CheckMeaning("system", []string{v.options.System}, frame.GivenFlags(c, "format"))
	}
	if err != nil {
		return nil, err
	}
	if !builds.LearnsFrom(found) || builds.Tagger {
		return nil, fmt.Errorf("%w: --system %s needs %s, and %s does not have them", frame.ErrUsage, v.options.System, builds.Notation, f.Name)
	}
	it, err := v.in.TreebankIn(f, found.Form).Nth(f.Name, v.sentence)
	if err == nil && it.Graph != nil {
		err = v.ground(c.Context, it)
	}
	if err != nil {
		return nil, err
	}
	from := v.origin(f.Name, it)
	instance, err := structure.NewInstance(builds.Gold(it), v.options.System, v.options.Roots, &v.options.Encoding)
	if errors.Is(err, structure.ErrNoTree) {
		err = fmt.Errorf("%s: %w", from, err)
	}
	if err != nil {
		return nil, err
	}
	t := trace.New(instance)
	t.Origin = from
	return t, nil
}

// withModel returns the trace of a sentence that the model parses.
func (v *tracing) withModel(c *urfave.Context, name string) (*trace.Trace, error) {
	for _, flag := range append([]string{"system"}, systemFlags...) {
		if c.IsSet(flag) {
			return nil, fmt.Errorf("%w: --%s cannot be used with a model, which has its own", frame.ErrUsage, flag)
		}
	}
	m, found, err := v.in.Env.ModelFor(v.model+v.lang, pipe.Text, "", v.quiet) // without a name it is for --text
	if err == nil {
		m, err = v.based(c, m)
	}
	if err == nil {
		m, err = frame.With(m, v.request)
	}
	if err != nil {
		return nil, err
	}
	builds, model := m.Structure(), frame.Title(found)
	switch {
	case builds.Tagger:
		return nil, fmt.Errorf("%w: the model is a tagger, and tagging has no steps to look at: use a parser", frame.ErrUsage)
	case v.text && m.Segmenter() == nil:
		return nil, fmt.Errorf("%w: --text: %s: %w", frame.ErrUsage, model, engine.ErrNoSegmenter)
	}
	it, err := v.item(c.Context, m, name)
	if err != nil {
		return nil, err
	}
	from, gold := v.origin(textfile.Shown(name), it), builds.Gold(it)
	if v.gold != "" {
		right, err := v.in.Checked(builds.Form, v.gold).Gather(builds.Form).Nth(v.gold, v.sentence)
		if err != nil {
			return nil, err
		}
		gold = builds.Gold(right)
	}
	t, err := trace.Of(m, it, gold)
	switch {
	case errors.Is(err, conll.ErrNoTag):
		return nil, fmt.Errorf("%w; the model cannot set tags: tag first (parser tag)", err)
	case err != nil:
		return nil, fmt.Errorf("%s: %w", from, err)
	}
	t.Origin, t.Model = from, model
	return t, nil
}

// origin says where an item is from.
func (v *tracing) origin(file string, it *treebank.Item) trace.Origin {
	from := trace.Origin{File: file, Sentence: v.sentence}
	if it.Sentence != nil {
		from.ID = it.Sentence.ID
	}
	if it.Graph != nil && from.ID == "" {
		from.ID, _ = it.Graph.Get("id")
	}
	return from
}

// item returns the item that is to be parsed, with its tree or graph, if the file has one.
func (v *tracing) item(ctx context.Context, m *engine.Parser, name string) (*treebank.Item, error) {
	in := v.in
	if v.text {
		in.Format = pipe.Text
	}
	f, form, err := in.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if form == textfile.Graphs && m.Structure().Form == form {
		it, err := in.TreebankIn(f, form).Nth(name, v.sentence)
		if err == nil {
			err = v.ground(ctx, it)
		}
		return it, err
	}
	s := in.Source(ctx, m, pipe.Reading{})
	if err := s.Begin(f, form); err != nil {
		return nil, err
	}
	return s.Nth(name, v.sentence)
}

// based returns a model of graphs with --base, if that is given; otherwise the base is that of the model, if it has
// one. For raw text, models of constituents and graphs get one if they need it, and those of dependencies if it is given.
func (v *tracing) based(c *urfave.Context, m *engine.Parser) (*engine.Parser, error) {
	named := c.IsSet("base")
	switch _, graphs := m.Structure().Parses(textfile.Graphs); {
	case v.text && !c.IsSet("trees") && m.TakesBase(named), graphs && named:
		return v.from.Completed(v.in.Env, m, m.Lacks(v.text))
	case graphs:
		v.from.Parser = m.Base()
		return m, nil
	}
	for _, flag := range []string{"base", "trees"} {
		if c.IsSet(flag) {
			return nil, fmt.Errorf("%w: --%s cannot be used with a model of %s, but with one of graphs", frame.ErrUsage, flag, m.Structure().Name())
		}
	}
	return m, nil
}

// ground sets the sentence of a graph: that of --trees with the same number or, without, what the base makes of
// the text.
func (v *tracing) ground(ctx context.Context, it *treebank.Item) error {
	if files := v.from.Trees.Value(); len(files) > 0 {
		tree, err := v.in.Treebank(textfile.CoNLL, files...).Nth(files[0], v.sentence)
		if err != nil {
			return err
		}
		it.Sentence, it.Words = tree.Sentence, tree.Words
		return grounding.CheckPairs([]*amr.Graph{it.Graph}, []*conll.Sentence{it.Sentence})
	}
	if err := v.from.Load(v.in.Env); err != nil {
		return err
	}
	text, err := grounding.TextOf(it.Graph)
	if err == nil {
		it.Sentence, err = grounding.Reader(ctx, v.from.Parser, textfile.Each([]*grounding.Text{text}), 1, 1)()
	}
	if errors.Is(err, grounding.ErrNoText) {
		err = fmt.Errorf("%w; give its words by --trees", err)
	}
	if err == nil {
		it.Words = it.Sentence.Words
	}
	return err
}
