// Package search finds patterns in treebanks, and writes what it finds.
package search

import (
	"bufio"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"parser/conll/textfile"
	"parser/parser/cli/internal/frame"
	"parser/parser/cli/internal/parsing"
	"parser/parser/internal/draw/formats"
	"parser/parser/internal/found"
	"parser/parser/internal/pipe"
	"parser/parser/query"
	"parser/parser/treebank"
	"parser/ptb/heads"
)

// What a search writes.
const (
	asText     = "text"
	asTSV      = "tsv"
	asJSON     = "jsonl"
	asCoNLLU   = "conllu"
	asBrackets = "brackets"
)

// forms are the names of what a search can write: also pictures, except those for terminals, which are text.
func forms() []string {
	pictures := slices.DeleteFunc(formats.Names(), func(name string) bool { return name == formats.Text })
	return append([]string{asText, asTSV, asJSON, asCoNLLU, asBrackets}, pictures...)
}

type searching struct {
	trees    *parsing.Trees
	in       *frame.Input
	pattern  string
	to       string
	count    string // a list of attributes
	rewrite  string // edits
	macros   string // a file
	heads    string
	enhanced bool
}

// Command is the command that searches trees.
func Command(e *frame.Env) *urfave.Command {
	v := &searching{trees: parsing.TreesOf(e), to: asText, heads: "collins"}
	v.in = v.trees.Input()
	return &urfave.Command{
		Description: `Searches the trees in the files, CoNLL or Penn brackets, or in the standard input, for a
pattern: dependencies in the language of Semgrex, constituents in that of Tregex. With
--text the files are raw text, and the trees those that "parser parse --text" finds. By
default it writes a line for each match: the sentence, with brackets around what the
pattern and its names stand for. The guide parser/docs/guides/searching.md has tables of
the operators.

With --to conllu it writes the sentences that have matches, with a comment for each match
and names in MISC; with --to brackets the constituents that match, a line each; with
--to tsv or jsonl a line for each match, with numbers of words from 1; with --to svg, html,
tikz or dot pictures of the sentences that have matches, with these marked. With --count it
counts what attributes of words are in the matches: of the pattern's first node, as in
deprel, or of a named one, as in s.lemma; nodes of constituents have label and word.

With --rewrite it writes all sentences in CoNLL-U, changed where the pattern fits, by edits in
the language of Ssurgeon: of edges and columns, and of words, which can be added, removed,
split and merged. What would not be valid afterwards stops it, or stays as it was with
--skip-bad.

The exit status is 1 if nothing is found; with --rewrite it is 0.

  parser search '{upos:VERB}=v >nsubj {}=s' da.conllu
  parser search --count v.lemma,s.lemma '{upos:VERB}=v >nsubj {}=s' da.conllu
  parser search --text '{feats:{Tense:Past}}' letter.txt
  parser search --rewrite 'relabelNamedEdge -edge e -reln obl:tmod' \
    '{} >obl=e {lemma:/today|tomorrow/}' da.conllu > new.conllu
  parser search 'NP < (NN=n $-- JJ)' wsj.mrg
  parser search --to html 'VP=v < @NP' wsj.mrg > found.html`,
		Flags: append([]urfave.Flag{
			frame.Choice(&v.to, "to", "the output is", "`FORMAT` of the output: "+strings.Join(forms(), ", "), forms()...),
			frame.Word(&v.count, "count", "print a table that counts these `ATTRIBUTES`, as in upos or v.lemma,s.deprel"),
			frame.Switch(&v.enhanced, "enhanced", "search the enhanced graphs, in DEPS, instead of trees"),
			frame.Word(&v.rewrite, "rewrite", "write all sentences, changed by `EDITS` where the pattern fits, as in editNode -node v -upos AUX"),
			frame.Word(&v.macros, "macros", "`FILE` of names and what they stand for in patterns: a line each, with a tab between them"),
			frame.Word(&v.heads, "heads", "head `RULES` of <# and its like: "+strings.Join(heads.Names(), ", ")+" or a file"),
		}, v.trees.Flags()...),
		Action: v.run,
	}
}

// ErrNothing is the cause when nothing was found.
var ErrNothing = errors.New("nothing was found")

func (v *searching) run(c *urfave.Context) error {
	if !c.Args().Present() {
		return fmt.Errorf("%w: a pattern is missing, such as '{upos:VERB} >nsubj {}' or 'NP < NN'", frame.ErrUsage)
	}
	ways := 0
	for _, flag := range []string{"count", "rewrite", "to"} {
		if c.IsSet(flag) {
			ways++
		}
	}
	if c.IsSet("rewrite") && strings.TrimSpace(v.rewrite) == "" {
		return fmt.Errorf("%w: --rewrite: edits are missing", frame.ErrUsage)
	}
	if v.pattern = c.Args().First(); ways > 1 {
		return fmt.Errorf("%w: --count, --rewrite and --to cannot be used with each other", frame.ErrUsage)
	}
	if err := v.expand(); err != nil {
		return err
	}
	trees, err := v.trees.Open(c.Context, c.Args().Tail())
	if err != nil {
		return err
	}
	defer trees.Done()
	p, err := v.parse(c, trees.Form)
	if err == nil {
		err = v.check(c, trees.Form)
	}
	if err != nil {
		return err
	}
	if v.rewrite != "" {
		return v.change(trees.Each)
	}
	out := bufio.NewWriter(v.in.Env.Stdout)
	w, err := v.writer(out, p.Names)
	if err != nil {
		return err
	}
	n, err := v.all(trees.Each, p, w)
	if err = errors.Join(err, w.end(), out.Flush()); err != nil {
		return err
	}
	if n == 0 {
		return v.nothing()
	}
	return nil
}

// universal finds what asks XPOS for a tag of UPOS, which it hardly has.
var universal = regexp.MustCompile(`\b(pos|tag|xpos):["/]?(ADJ|ADP|ADV|AUX|CCONJ|DET|INTJ|NOUN|NUM|PART|PRON|PROPN|PUNCT|SCONJ|SYM|VERB)\b`)

// nothing returns that nothing was found, and why that may be.
func (v *searching) nothing() error {
	if asked := universal.FindStringSubmatch(v.pattern); asked != nil {
		return fmt.Errorf("%w; %s is the column XPOS, and %s is in UPOS: upos:%s", ErrNothing, asked[1], asked[2], asked[2])
	}
	return ErrNothing
}

// all writes all matches of all items, and returns their number.
func (v *searching) all(each func(func(*treebank.Item) error) error, p *found.Pattern, w writer) (n int, err error) {
	number := 0
	err = each(func(it *treebank.Item) error {
		number++
		var matches []*query.Match
		err := p.Find(it, number, func(h found.Hit) error {
			n++
			if w.each == nil {
				matches = append(matches, h.Match)
				return nil
			}
			return w.each(h)
		})
		if err != nil || len(matches) == 0 {
			return err
		}
		return w.together(it, number, matches)
	})
	return n, err
}

// parse reads the pattern, in the language for trees of a form.
func (v *searching) parse(c *urfave.Context, form string) (*found.Pattern, error) {
	if !slices.Contains([]string{textfile.CoNLL, textfile.Brackets}, form) {
		return nil, fmt.Errorf("%w: graphs of meaning cannot be searched", pipe.ErrForm)
	}
	p, err := found.Parse(c.Context, form, v.pattern, found.Options{Enhanced: v.enhanced, Heads: v.heads})
	switch {
	case errors.Is(err, found.ErrHeads):
		return nil, fmt.Errorf("%w: --heads: %w", frame.ErrUsage, err)
	case err != nil:
		return nil, fmt.Errorf("%w: %w", frame.ErrUsage, err)
	}
	return p, nil
}

// check refuses flags that the form of the trees has no use for.
func (v *searching) check(c *urfave.Context, form string) error {
	useless := map[string][]string{textfile.CoNLL: {"heads"}, textfile.Brackets: {"enhanced"}}[form]
	at := slices.IndexFunc(useless, func(flag string) bool { return c.IsSet(flag) })
	what := map[string]string{textfile.CoNLL: "dependencies", textfile.Brackets: "constituents"}[form]
	switch {
	case at >= 0:
		return fmt.Errorf("%w: --%s cannot be used with %s", frame.ErrUsage, useless[at], what)
	case v.rewrite != "" && form != textfile.CoNLL:
		return fmt.Errorf("%w: --rewrite cannot be used with %s", frame.ErrUsage, what)
	case v.to == asCoNLLU && form != textfile.CoNLL, v.to == asBrackets && form != textfile.Brackets:
		return fmt.Errorf("%w: --to %s cannot be used with %s", frame.ErrUsage, v.to, what)
	}
	return nil
}
