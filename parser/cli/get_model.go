package cli

import (
	"cmp"
	"fmt"
	"slices"
	"text/tabwriter"

	urfave "github.com/urfave/cli/v2"

	"parser/conll/textfile"
	"parser/parser/cli/internal/fetch"
	"parser/parser/cli/internal/frame"
	"parser/parser/cli/internal/places"
	"parser/parser/internal/engine"
)

func getModelCommand(e *frame.Env) *urfave.Command {
	g := &getting{env: e}
	return &urfave.Command{
		Description: `Downloads models into the first folder of PARSER_MODELS, or ~/.local/share/parser/models
where that is not set: "parser get model da", then "parser parse --lang da --text". Without
a name the list is printed, as by "parser model list --available".

A download that was broken off goes on from where it ended. A model is compared with the
size and the SHA-256 in the list of this program, and put in place whole.

They come from --from, else from PARSER_MODEL_SOURCE, which is an address or a folder, too.`,
		Flags: []urfave.Flag{
			frame.Usually(cmp.Or(fetch.ModelSource(), "PARSER_MODEL_SOURCE"),
				frame.Word(&g.getter.From, "from", "`URL` of a mirror, with files as URL/da.npz, or a folder with the files")),
			frame.Word(&g.list, "list", "`FILE` with another list, such as parser/models/list.sh writes"),
			frame.Switch(&g.getter.Replace, "replace", "replace models of the same names, also those that were trained here"),
			frame.QuietFlag(&g.quiet),
		},
		Action: g.runModel,
	}
}

func (g *getting) runModel(c *urfave.Context) error {
	list, err := listed(g, fetch.Models, fetch.ReadModels)
	if err != nil {
		return err
	}
	folder := g.env.Places().ModelsFolder()
	g.getter.From = cmp.Or(g.getter.From, g.env.Getenv("PARSER_MODEL_SOURCE"), fetch.ModelSource())
	switch {
	case c.NArg() == 0:
		return printAvailable(g.env, list, false)
	case folder == "":
		return fmt.Errorf("%w: the folder of models is not known: set PARSER_MODELS or HOME (on Windows LOCALAPPDATA)", frame.ErrUsage)
	case g.getter.From == "":
		return fmt.Errorf("%w: this program knows no address of models yet: give --from, a folder with the files or the address of a mirror, or set "+
			"PARSER_MODEL_SOURCE to it", frame.ErrUsage)
	}
	var wanted []*fetch.Model
	for _, name := range c.Args().Slice() {
		m := fetch.FindModel(list, name)
		switch {
		case m == nil:
			return fmt.Errorf(`%w: unknown model: %.80q; "parser model list --available" lists them, and --list FILE knows others`, frame.ErrUsage, name)
		case m.Format > engine.FormatVersion:
			return fmt.Errorf("%w: %s is of version %d of the format, later than %d, which this program reads: a newer program is needed", frame.ErrModel,
				m.Name, m.Format, engine.FormatVersion)
		}
		wanted = append(wanted, m)
	}
	for _, m := range wanted {
		const advice = "PARSER_MODELS names another folder, --replace replaces the model"
		err := download(c.Context, g, g.getter.GetModel, m, folder, m.Name+", trained on "+m.Treebank, advice)
		if err == nil { // a model that was trained last may have been replaced
			err = g.env.Places().ForgetLatest(m.Name)
		}
		if err != nil {
			return err
		}
		fmt.Fprintf(g.env.Notes(g.quiet), "licence: %s\nparse with: parser parse --lang %s --text\n", m.Licence, m.Name)
	}
	return nil
}

// available is a model of a list, and the file of that name in the folders of models, if there is one.
type available struct {
	fetch.Model
	Language string `json:"language"`
	Own      string `json:"own,omitempty"` // the name of the language in itself
	There    string `json:"there,omitempty"`
	Another  string `json:"another,omitempty"` // instead of There, if it is another model
}

// printAvailable prints the models of a list, and which are there already.
func printAvailable(e *frame.Env, list []fetch.Model, asJSON bool) error {
	kept, err := e.Places().Models()
	if err != nil {
		return err
	}
	all := []available{}
	for _, m := range list {
		own := available{Model: m, Language: m.Language()}
		_, own.Own = fetch.Names(m.Name)
		if found := characters().FindStringSubmatch(m.Treebank); found != nil {
			own.Language += " (" + found[1] + ")"
		}
		if i := slices.IndexFunc(kept, func(k places.Found) bool { return k.Name == m.Name }); i >= 0 {
			same, err := m.Is(kept[i].File)
			switch {
			case err != nil:
				return err
			case same:
				own.There = kept[i].File
			default:
				own.Another = kept[i].File
			}
		}
		all = append(all, own)
	}
	if asJSON {
		return frame.WriteJSON(e.Stdout, all)
	}
	w := tabwriter.NewWriter(e.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "name\tlanguage\tbytes\tlicence\twords\ttags\tmeasure\tscore\tscore from words\tfile\tits own name")
	for _, m := range all {
		there := cmp.Or(m.There, "-")
		if m.Another != "" {
			there = m.Another + " (another model)"
		}
		fmt.Fprintf(w, "%s\t%s\t%d\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", m.Name, m.Language, m.Bytes, m.Licence,
			percent(m.Words), percent(m.Tags), m.Measure, percent(m.Score), percent(m.WordsScore), there, m.Own)
	}
	return w.Flush()
}

// characters are those of a language that can be written in others, at the end of the name of a treebank.
var characters = textfile.Pattern(`, ([a-z]+ characters)$`)

// percent returns a score of a list, "-" if unknown.
func percent(score float64) string {
	if score == 0 {
		return "-"
	}
	return fmt.Sprintf("%.2f", score)
}
