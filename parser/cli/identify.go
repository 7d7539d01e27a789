package cli

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"parser/conll/textfile"
	"parser/parser/cli/internal/fetch"
	"parser/parser/cli/internal/frame"
	"parser/parser/internal/mixed"
	"parser/parser/internal/pipe"
	"parser/parser/language"
)

// identifying is the command identify. Some fields are the destinations of flags.
type identifying struct {
	in     frame.Input
	by     string
	among  string
	asJSON bool
	codes  []string // of among
}

func identifyCommand(e *frame.Env) *urfave.Command {
	v := &identifying{in: frame.InputOf(e), by: mixed.ByLine}
	return &urfave.Command{
		Description: `Tells which language each line of the files, or of the standard input, is in. For each it
writes a line: the code of the language, how probable it is, and the text, with tabs
between them; "unknown" is a language that the program does not know, or no language at
all. It knows the languages that treebanks here are in; --languages lists them. --json
also says which file and line each is from.

Close relatives, such as Danish and Norwegian, and lines of a word or two are told apart
less surely; if the languages are known, --among names them. Texts in several languages
are parsed by "parser parse --text --lang auto".

  parser identify letters.txt
  parser identify --by document *.txt
  parser identify --among da,nb,nn,sv letters.txt | cut -f1 | sort | uniq -c`,
		Flags: []urfave.Flag{
			frame.Choice(&v.by, "by", "the text is cut", "tell the language of each `PART`: line, paragraph (blank lines are between them), document (a file)",
				mixed.ByLine, mixed.ByParagraph, mixed.ByDocument),
			frame.Word(&v.among, "among", "take only these `LANGUAGES` into account, as in da,nb,sv"),
			frame.Switch(&v.asJSON, "json", "write a line of JSON for each part, with names of the language"),
			&urfave.BoolFlag{Name: "languages", Usage: "list the languages that are known, with their names"},
			v.in.EncodingFlag(""),
			&urfave.BoolFlag{Name: "skip-bad", Usage: "leave out lines that are no text, and say so, instead of stopping", Destination: &v.in.SkipBad},
		},
		Action: v.run,
	}
}

func (v *identifying) run(c *urfave.Context) error {
	e := v.in.Env
	if c.Bool("languages") {
		return listLanguages(e.Stdout)
	}
	if c.IsSet("among") {
		if err := v.parseAmong(); err != nil {
			return err
		}
	}
	files, err := frame.FilesIn(e.FilesOf(c))
	if err != nil {
		return err
	}
	v.in.Format = pipe.Text
	out := bufio.NewWriter(e.Stdout)
	s := pipe.Source{Input: &v.in.Input, Item: v.by}
	for _, name := range files {
		if err = v.file(&s, name, len(files) > 1, out); err != nil {
			break
		}
	}
	s.SaySkipped()
	if flushing := out.Flush(); err == nil {
		err = flushing
	}
	return err
}

// parseAmong reads --among.
func (v *identifying) parseAmong() error {
	known := language.Languages()
	return frame.ParseList(&v.codes, "among", v.among, func(name string) (string, error) {
		code, err := fetch.Code(name, known)
		if err == nil && code == "" {
			err = fmt.Errorf("%q is not one of the languages that are known (parser identify --languages)", name)
		}
		return code, err
	})
}

// file identifies the units of a file. The source counts those that are skipped.
func (v *identifying) file(s *pipe.Source, name string, several bool, out *bufio.Writer) error {
	f, _, err := v.in.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	next := mixed.Units(f, v.by)
	for {
		u, err := next()
		switch {
		case err == io.EOF:
			return nil
		case err != nil && s.Skip(err):
			continue
		case err != nil:
			return err
		}
		if err := v.write(out, f, u, several); err != nil {
			return err
		}
		if f.Buffered() == 0 { // someone may wait
			if err := out.Flush(); err != nil {
				return err
			}
		}
	}
}

// identified is what is written of a unit in JSON.
type identified struct {
	File        string  `json:"file,omitempty"`
	Line        int     `json:"line"`
	Language    string  `json:"language"`
	Name        string  `json:"name,omitempty"` // in English
	Own         string  `json:"own,omitempty"`  // in the language itself
	Probability float64 `json:"probability"`
	Text        string  `json:"text,omitempty"` // none of a document
}

func (v *identifying) write(out *bufio.Writer, f *textfile.Reader, u mixed.Unit, several bool) error {
	g := language.Identify(u.Text, v.codes...)
	text := strings.Join(strings.FieldsFunc(u.Text, func(c rune) bool { return c == '\n' || c == '\r' }), " ")
	if v.by == mixed.ByDocument {
		text = f.Name
	}
	if !v.asJSON {
		_, err := fmt.Fprintf(out, "%s\t%.3f\t%s\n", g.Language, g.Probability, text)
		return err
	}
	row := identified{Line: u.Line, Language: g.Language, Probability: g.Probability, Text: u.Text}
	if several || v.by == mixed.ByDocument {
		row.File = f.Name
	}
	if v.by == mixed.ByDocument {
		row.Text = ""
	}
	row.Name, row.Own = fetch.Names(g.Language)
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	return e.Encode(row)
}

// listLanguages writes the languages that are known: code, name in English, name in the language itself.
func listLanguages(w io.Writer) error {
	out := bufio.NewWriter(w)
	for _, code := range language.Languages() {
		name, own := fetch.Names(code)
		fmt.Fprintf(out, "%s\t%s\t%s\n", code, name, own)
	}
	return out.Flush()
}
