// Package extract finds in treebanks what sets of patterns describe, and writes it.
package extract

import (
	"bufio"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strconv"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/cli/internal/frame"
	"parser/parser/cli/internal/parsing"
	"parser/parser/extract"
	"parser/parser/internal/pipe"
	"parser/parser/internal/structure"
	"parser/parser/treebank"
)

// What is written.
const (
	asTSV    = "tsv"
	asJSON   = "jsonl"
	asCoNLLU = "conllu"
)

// Command is the command that extracts what sets describe.
func Command(e *frame.Env) *urfave.Command {
	trees, to := parsing.TreesOf(e), asTSV
	return &urfave.Command{
		Description: `Finds in the trees of CoNLL-U files, or of the standard input, what a set of patterns
describes: noun-phrases, triples (who does what to whom), clauses, quotations (with those
who say them), or a set in a file. With --text the files are raw text, and the trees those
that "parser parse --text" finds. Where sentences have enhanced dependencies it looks in
these, else in their trees; the labels are those of Universal Dependencies, the language
does not matter. The guide parser/docs/guides/extracting.md says what is found, and how a
set is written.

It writes a table: the number of the sentence, its sent_id, and for each part of an item
its text and its place, START:END in characters, in the text of the sentence or, with
--offsets, in the file. With --to jsonl it writes an object for each item, with --to conllu
the sentences with what was found in MISC.

  parser extract triples da.conllu
  parser extract --text noun-phrases letter.txt
  parser extract --text --offsets --to jsonl quotations letter.txt`,
		Flags: append([]urfave.Flag{
			frame.Choice(&to, "to", "the output is", "`FORMAT` of the output: tsv, jsonl, conllu", asTSV, asJSON, asCoNLLU),
		}, trees.Flags()...),
		Action: func(c *urfave.Context) error {
			if !c.Args().Present() {
				return fmt.Errorf("%w: a set is missing: %s, or a file", frame.ErrUsage, strings.Join(extract.Names(), ", "))
			}
			set, err := extract.Load(c.Args().First())
			switch {
			case errors.Is(err, fs.ErrNotExist): // which lists the sets
				return fmt.Errorf("%w: %w", frame.ErrUsage, err)
			case err != nil:
				return fmt.Errorf("%w: not a set: %w; the sets of the program are: %s", frame.ErrUsage, err, strings.Join(extract.Names(), ", "))
			}
			in, err := trees.Open(c.Context, c.Args().Tail())
			if err != nil {
				return err
			}
			defer in.Done()
			if in.Form != textfile.CoNLL {
				return fmt.Errorf("%w: sets are of dependencies, and these are not", pipe.ErrForm)
			}
			return run(bufio.NewWriter(e.Stdout), set, to, in.Each)
		},
	}
}

// run writes what a set finds in trees.
func run(out *bufio.Writer, set *extract.Set, to string, each func(func(*treebank.Item) error) error) error {
	find, number := set.Finder(), 0
	w := map[string]func(*bufio.Writer, *extract.Set) writer{asTSV: newTable, asJSON: newObjects, asCoNLLU: newMarks}[to](out, set)
	err := each(func(it *treebank.Item) error {
		number++
		items, err := find(it.Sentence)
		if err != nil {
			return err
		}
		return w.write(number, it.Sentence, items)
	})
	return cmp.Or(err, w.end(), out.Flush())
}

// writer writes the items of one sentence after another.
type writer struct {
	write func(number int, s *conll.Sentence, items []extract.Item) error
	end   func() error
}

// newTable writes a line for each item, with columns for the text and the place of each role, and one for notes.
func newTable(out *bufio.Writer, set *extract.Set) writer {
	w := csv.NewWriter(out)
	w.Comma = '\t'
	columns := []string{"sentence", "sent_id"}
	for _, role := range set.Roles() {
		columns = append(columns, role, role+"_place")
	}
	err := w.Write(append(columns, "notes"))
	return writer{func(number int, s *conll.Sentence, items []extract.Item) error {
		for _, item := range items {
			row := []string{strconv.Itoa(number), s.ID}
			for _, role := range set.Roles() {
				text, place := "", ""
				for _, p := range item.Parts {
					if p.Role == role {
						text, place = p.Text, fmt.Sprintf("%d:%d", p.Start, p.End)
					}
				}
				row = append(row, text, place)
			}
			var notes []string
			for _, n := range item.Notes {
				notes = append(notes, n.Name+"="+n.Value)
			}
			err = cmp.Or(err, w.Write(append(row, strings.Join(notes, "|"))))
		}
		return err
	}, func() error {
		w.Flush()
		return cmp.Or(err, w.Error())
	}}
}

func newObjects(out *bufio.Writer, _ *extract.Set) writer {
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	return writer{func(number int, s *conll.Sentence, items []extract.Item) error {
		for _, item := range items {
			if err := e.Encode(item.Object(number, s.ID)); err != nil {
				return err
			}
		}
		return nil
	}, func() error { return nil }}
}

// newMarks writes the sentences with items: in MISC of the head of each part Extract=ITEM:ROLE, the items being numbered from
// 1, and a comment with the words of each part.
func newMarks(out *bufio.Writer, _ *extract.Set) writer {
	w, err := structure.OfForm(textfile.CoNLL).NewWriter(io.Writer(out), structure.CoNLLU)
	return writer{func(_ int, s *conll.Sentence, items []extract.Item) error {
		if err != nil || len(items) == 0 {
			return err
		}
		marked := s.Clone()
		marks, comments := map[int][]string{}, []conll.Extra(nil)
		for i, item := range items {
			about := fmt.Sprintf("# %s = %d", item.Kind, i+1)
			for _, p := range item.Parts {
				about += fmt.Sprintf(" %s=%s", p.Role, numbers(p.Words))
				marks[p.Head] = append(marks[p.Head], fmt.Sprintf("%d:%s", i+1, p.Role))
			}
			comments = append(comments, conll.Extra{Text: about})
		}
		marked.Extras = append(comments, marked.Extras...)
		for at, all := range marks {
			misc := "Extract=" + strings.Join(all, ",")
			if old := marked.Words[at].Misc; conll.Filled(old) {
				misc = old + "|" + misc
			}
			marked.Words[at].Misc = misc
		}
		return w.Write(treebank.SentenceItem(marked))
	}, func() error {
		if err != nil {
			return err
		}
		return w.Flush()
	}}
}

// numbers returns words, from 0, as ranges of numbers from 1: 3-5,8.
func numbers(words []int) string {
	var all []string
	for i := 0; i < len(words); {
		k := i
		for k+1 < len(words) && words[k+1] == words[k]+1 {
			k++
		}
		text := strconv.Itoa(words[i] + 1)
		if k > i {
			text += "-" + strconv.Itoa(words[k]+1)
		}
		all, i = append(all, text), k+1
	}
	return strings.Join(all, ",")
}
