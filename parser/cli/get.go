package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"text/tabwriter"

	urfave "github.com/urfave/cli/v2"

	"parser/conll/textfile"
	"parser/eval/layout"
	"parser/parser/cli/internal/fetch"
	"parser/parser/cli/internal/frame"
	"parser/parser/cli/internal/places"
)

type getting struct {
	env                 *frame.Env
	getter              fetch.Getter
	list, release, lang string
	quiet               bool
}

func getCommand(e *frame.Env) *urfave.Command {
	g := &getting{env: e}
	return &urfave.Command{
		Description: `Downloads the training, development and test files of a treebank into the folder
of treebanks, PARSER_DATA/<lang>, or ~/.local/share/parser/data/<lang> where that is not
set: "parser get da", then "parser train --lang da". A treebank is named as UD_Danish-DDT,
Danish-DDT, da_ddt, da or Danish. Without any the list is printed.

A download that was broken off goes on from where it ended. Files are compared with the
SHA-256 in the list, where it has one, or with what the last download of them was, and
put in place whole; source.json beside them says where they are from. The licence is
that of the treebank.`,
		Flags: append([]urfave.Flag{
			frame.Word(&g.list, "list", "`FILE` with another list: name, code, release, licence or -, and parts with SHA-256, train:3f… dev test, with "+
				"tabs between them"),
			frame.Usually("that of the list", frame.Word(&g.release, "release", "`TAG` of another release, such as r2.15")),
			frame.Usually("the language's code", frame.Word(&g.lang, "lang", "`NAME` of the folder, as --lang of train has it")),
		}, g.flags(fetch.Source, "UD_Danish-DDT/r2.16/da_ddt-ud-train.conllu", fetch.MaxBytes)...),
		Subcommands: below(e, "get",
			entry{"encoder", "[flags] [name]", "download a pre-trained transformer, for train --encoder", getEncoderCommand},
			entry{"model", "[flags] [names]", "download models of languages, for parse --lang", getModelCommand}),
		Action: g.run,
	}
}

// flags say where files come from, as one of them shows, and what of them is put in place.
func (g *getting) flags(source, file string, most int64) []urfave.Flag {
	g.getter.From = source
	return []urfave.Flag{
		frame.Word(&g.getter.From, "from", "`URL` of a mirror, with files as URL/"+file),
		&urfave.Int64Flag{Name: "max-bytes", Value: most, Destination: &g.getter.MaxBytes, Usage: "refuse files of more than `N` bytes"},
		frame.Switch(&g.getter.Replace, "replace", "download again, and replace what was downloaded there, whatever that is"),
		frame.QuietFlag(&g.quiet),
	}
}

func (g *getting) run(c *urfave.Context) error {
	list, err := listed(g, fetch.List, fetch.ReadList)
	if err != nil {
		return err
	}
	switch {
	case c.NArg() == 0:
		return g.print(list)
	case c.NArg() > 1:
		return fmt.Errorf("%w: get takes one treebank, not %d", frame.ErrUsage, c.NArg())
	case g.getter.MaxBytes < 1:
		return fmt.Errorf("%w: --max-bytes %d", frame.ErrUsage, g.getter.MaxBytes)
	}
	t, err := fetch.Find(list, c.Args().First())
	if err != nil {
		return fmt.Errorf(`%w: %w; "parser get" lists them, and --list FILE knows others`, frame.ErrUsage, err)
	}
	if g.release != "" {
		if t, err = t.At(g.release); err != nil {
			return fmt.Errorf("%w: --release: %w", frame.ErrUsage, err)
		}
	}
	g.lang = cmp.Or(g.lang, t.Lang())
	if err := places.CheckLanguage(g.lang); err != nil {
		return err
	}
	data := g.env.Places().DataFolder()
	if data == "" {
		return fmt.Errorf("%w: the folder of treebanks is not known: set PARSER_DATA or HOME (on Windows LOCALAPPDATA)", frame.ErrUsage)
	}
	folder := filepath.Join(data, g.lang)
	const advice = "--lang NAME names another folder, --replace replaces what was downloaded"
	if err := download(c.Context, g, g.getter.Get, t, folder, t.Name+" "+t.Release, advice); err != nil {
		return err
	}
	licence := cmp.Or(fetch.LicenceText(folder), t.Licence, "not known; see "+t.Name)
	fmt.Fprintf(g.env.Notes(g.quiet), "licence: %s\ntrain with: parser train --lang %s\n", strings.ReplaceAll(licence, "\n", "\n         "), g.lang)
	return nil
}

// download has get download something into a folder, shows how far it is, and says what came; advice is for a folder in use.
func download[T any](
	ctx context.Context, g *getting, get func(context.Context, T, string) (*fetch.Manifest, error), what T, folder, title, advice string,
) error {
	notes := g.env.Notes(g.quiet)
	ctx, stop := frame.Interruptible(ctx)
	defer stop()
	shown, of := g.env.Bar(g.quiet), ""
	g.getter.Note = func(text string) {
		shown.Clear()
		fmt.Fprintln(notes, text)
	}
	g.getter.Progress = func(file string, done, total int64) {
		const unit = 1 << 10
		if of != file {
			shown.Clear()
			of = file
		}
		if total >= 0 {
			shown.Set(int(done/unit), int(total/unit), file+" (KiB)")
		}
	}
	fmt.Fprintf(notes, "%s, to %s\n", title, folder)
	got, err := get(ctx, what, folder)
	shown.Clear()
	switch {
	case errors.Is(err, context.Canceled):
		return fmt.Errorf(`%w: the same command goes on from here`, frame.ErrInterrupted)
	case errors.Is(err, fetch.ErrAddress):
		return fmt.Errorf("%w: %w", frame.ErrUsage, err)
	case errors.Is(err, fetch.ErrFolder):
		return fmt.Errorf("%w; %s", err, advice)
	case err != nil:
		return err
	}
	unverified := 0
	for _, f := range got.Files {
		how := "as in the list"
		if !f.Verified {
			how = "not in the list"
			unverified++
		}
		fmt.Fprintf(notes, "%s: %d bytes, SHA-256 %s, %s\n", f.Name, f.Bytes, f.SHA256, how)
	}
	if unverified > 0 {
		fmt.Fprintf(notes, "%d of %s could not be verified, since the list has no SHA-256 for that; later downloads are compared with %s\n", unverified,
			layout.Count(len(got.Files), "file"), fetch.ManifestName)
	}
	return nil
}

// listed returns the program's own list, or reads the one that --list names.
func listed[T any](g *getting, own func() ([]T, error), read func(list, name string) ([]T, error)) ([]T, error) {
	if g.list == "" {
		return own()
	}
	f, err := textfile.Open(g.list, g.env.Stdin)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := f.Whole(textfile.MaxSettings)
	if err != nil {
		return nil, err
	}
	return read(string(text), f.Name)
}

func (g *getting) print(list []fetch.Treebank) error {
	w := tabwriter.NewWriter(g.env.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "treebank\tcode\trelease\tlicence")
	for _, t := range list {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", t.Name, t.Code, t.Release, cmp.Or(t.Licence, "see "+fetch.LicenceName))
	}
	return w.Flush()
}

func getEncoderCommand(e *frame.Env) *urfave.Command {
	g := &getting{env: e}
	return &urfave.Command{
		Description: `Downloads the files of a pre-trained transformer into a folder of its name in the first
folder of PARSER_ENCODERS, or ~/.local/share/parser/encoders where that is not set. Without
a name the list is printed. Downloads go on, are compared and are put in place as those of
treebanks.`,
		Flags:  g.flags(fetch.EncoderSource, "FacebookAI/roberta-base/resolve/main/config.json", fetch.MaxEncoderBytes),
		Action: g.runEncoder,
	}
}

func (g *getting) runEncoder(c *urfave.Context) error {
	list, err := fetch.Encoders()
	if err != nil {
		return err
	}
	folder := g.env.Places().EncodersFolder()
	switch {
	case c.NArg() == 0:
		return g.printEncoders(list, folder)
	case c.NArg() > 1:
		return fmt.Errorf("%w: get encoder takes one name, not %d", frame.ErrUsage, c.NArg())
	case g.getter.MaxBytes < 1:
		return fmt.Errorf("%w: --max-bytes %d", frame.ErrUsage, g.getter.MaxBytes)
	case folder == "":
		return fmt.Errorf("%w: the folder of encoders is not known: set PARSER_ENCODERS or HOME (on Windows LOCALAPPDATA)", frame.ErrUsage)
	}
	name := c.Args().First()
	own := fetch.FindEncoder(list, name)
	if own == nil {
		return fmt.Errorf(`%w: unknown encoder: %.80q; "parser get encoder" lists them`, frame.ErrUsage, name)
	}
	folder = filepath.Join(folder, own.Name)
	const advice = "name another folder in PARSER_ENCODERS, --replace replaces what was downloaded"
	title := fmt.Sprintf("%s %s, about %d MB", own.Repository, own.Revision, own.Megabytes)
	if err := download(c.Context, g, g.getter.GetEncoder, own, folder, title, advice); err != nil {
		return err
	}
	fmt.Fprintf(g.env.Notes(g.quiet), "licence: %s\ntrain with: parser train --encoder %s\n", own.Licence, own.Name)
	return nil
}

// printEncoders prints the list, and which are in the folder.
func (g *getting) printEncoders(list []fetch.Encoder, folder string) error {
	w := tabwriter.NewWriter(g.env.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "encoder\trepository\trevision\tMB\tlicence\tlanguages\tfolder")
	for _, e := range list {
		there := "-"
		if own := filepath.Join(folder, e.Name); folder != "" && e.Complete(own) {
			there = own
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%d\t%s\t%s\t%s\n", e.Name, e.Repository, e.Revision, e.Megabytes, e.Licence, e.Languages, there)
	}
	return w.Flush()
}
