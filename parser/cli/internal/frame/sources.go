package frame

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"strconv"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"parser/parser/cli/internal/places"
	"parser/parser/internal/engine"
	"parser/parser/internal/training"
	"parser/parser/treebank"
)

// sources say from which treebanks training learns together. Its fields are the destinations of flags.
type sources struct {
	shares      urfave.StringSlice // NAME=SHARE
	silver      urfave.StringSlice // files, folders and patterns
	silverShare float64
}

// SourceFlags are the flags of several treebanks and of silver trees.
func (t *Learning) SourceFlags() []urfave.Flag {
	return Under(engine.InTraining,
		Words(&t.sources.shares, "treebank-share", "`NAME=SHARE` of a treebank that --train names: how much of it an epoch reads; "+
			"1 is all, 0.2 a fifth, drawn anew each time, 3 all of it three times"),
		Words(&t.sources.silver, "silver", "`FILE` of trees that parsers have made, as \"parser silver\" writes them, or for --teacher of words alone, "+
			"as \"parser tokenize\" does; a folder or a pattern: the first two thirds of the epochs learn from it too; may be given several times"),
		&urfave.Float64Flag{Name: "silver-share", Value: 1, Destination: &t.sources.silverShare,
			Usage: "`N` words of silver trees in an epoch for each word of the treebank; an epoch goes on where the one before has ended"})
}

// group is what a flag names of a treebank.
type group struct {
	name  string
	files []string
}

// grouped splits values of a flag, FILE or NAME=FILE, by the names. An existing file may have a = in its name.
func grouped(flag string, values []string) (groups []group, err error) {
	for _, value := range values {
		name, file, named := strings.Cut(value, "=")
		if _, err := os.Stat(value); !named || err == nil || strings.ContainsAny(name, "/\\ ") {
			name, file = "", value
		} else if name == "" || file == "" {
			return nil, fmt.Errorf("%w: --%s %s is not NAME=FILE", ErrUsage, flag, value)
		}
		at := slices.IndexFunc(groups, func(g group) bool { return g.name == name })
		if at < 0 {
			at, groups = len(groups), append(groups, group{name: name})
		}
		groups[at].files = append(groups[at].files, file)
	}
	if len(groups) > 1 && slices.ContainsFunc(groups, func(g group) bool { return g.name == "" }) {
		return nil, fmt.Errorf("%w: --%s: name all treebanks, NAME=FILE, or none of them", ErrUsage, flag)
	}
	return groups, nil
}

// files returns the files of all groups.
func files(groups []group) (all []string) {
	for _, g := range groups {
		all = append(all, g.files...)
	}
	return all
}

// shareOf returns the shares of treebanks, by their names.
func (s *sources) shareOf(groups []group) (map[string]float64, error) {
	shares := map[string]float64{}
	for _, g := range groups {
		shares[g.name] = 1
	}
	given := map[string]bool{}
	for _, value := range s.shares.Value() {
		name, text, _ := strings.Cut(value, "=")
		share, err := strconv.ParseFloat(text, 64)
		switch _, known := shares[name]; {
		case err != nil || !(share > 0 && share <= 1000):
			return nil, fmt.Errorf("%w: --treebank-share %s is not NAME=SHARE with a share above 0 and up to 1000", ErrUsage, value)
		case name == "" || !known:
			return nil, fmt.Errorf("%w: --treebank-share %s: no --train NAME=FILE has this name", ErrUsage, value)
		case given[name]:
			return nil, fmt.Errorf("%w: --treebank-share: %s has two", ErrUsage, name)
		}
		shares[name], given[name] = share, true
	}
	return shares, nil
}

// readPart reads train or dev: one treebank, in these places, or one that is made of several with names.
func (t *Learning) readPart(
	ctx context.Context, what string, groups []group, shares map[string]float64, trees []string, found places.Places,
) (*BankFile, error) {
	if len(groups) == 0 || groups[0].name == "" {
		all, err := t.ReadTreebank(ctx, trees, found...)
		if err == nil && (what == "train" || all.Data.Len() > 0) {
			fmt.Fprintf(t.Notes(), "%-6s %s\n", what+":", all)
		}
		return all, err
	}
	if len(trees) > 0 {
		return nil, fmt.Errorf("%w: --trees cannot be used with several treebanks of graphs", ErrUsage)
	}
	all := &BankFile{}
	for _, g := range groups {
		own := treebank.Source{Name: g.name, Share: shares[g.name]}
		if err := t.add(ctx, all, fmt.Sprintf("%-5s %s", what, g.name), own, g.files); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// add reads a treebank, says what it is, and adds it to others.
func (t *Learning) add(ctx context.Context, all *BankFile, what string, s treebank.Source, files []string) error {
	found, _, err := t.Env.Places().Treebank(t.Builds, t.Lang, files, nil)
	if err != nil {
		return err
	}
	part, err := t.ReadTreebank(ctx, nil, found...)
	if err != nil {
		return err
	}
	fmt.Fprintf(t.Notes(), "%s: %s\n", what, part)
	all.Data.Join(s, part.Data)
	all.Texts = append(all.Texts, part.Texts...)
	return nil
}

// addSilver adds silver trees, which follow the annotation of the first treebank, and calls see with the words of each
// sentence, each with a tab after it. Training reads them from their files, if it can.
func (t *Learning) addSilver(ctx context.Context, train *BankFile, see func(text string)) error {
	files, share, name := t.sources.silver.Value(), t.sources.silverShare, train.Data.SourceOf(0).Name
	switch {
	case len(files) == 0:
		return nil
	case !(share > 0 && share <= 1000):
		return fmt.Errorf("%w: --silver-share %v is not above 0 and up to 1000", ErrUsage, share)
	case len(t.From.Trees.Value()) > 0:
		return fmt.Errorf("%w: --silver cannot be used with --trees", ErrUsage)
	case !t.Builds.ReadsSilver():
		before := len(train.Texts)
		err := t.add(ctx, train, "silver", treebank.Source{Name: name, Share: share, Silver: true}, files)
		for _, text := range train.Texts[before:] {
			see(text)
		}
		return err
	}
	found, _, err := t.Env.Places().Treebank(t.Builds, t.Lang, files, nil)
	if err != nil {
		return err
	}
	made := &treebank.Silver{Name: name, Share: share, Items: func() iter.Seq2[*treebank.Item, error] { return t.items(found) }}
	b := &BankFile{Name: places.Places(found).String(), builds: t.Builds}
	made.Digest, err = UnlessInterrupted(ctx, func() (string, error) {
		return training.DigestOf(func(h io.Writer) error {
			w, err := t.Builds.NewWriter(h, "")
			if err != nil {
				return err
			}
			err = t.each(found, func(it *treebank.Item) error {
				var one treebank.Data
				one.Append(it)
				b.count(&one, t.Builds, t.Options.Steps, see)
				return w.Write(it)
			})
			return cmp.Or(err, w.Flush())
		})
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(t.Notes(), "silver: %s\n", b)
	train.Data.Silver = made
	return nil
}

// errEnough ends reading.
var errEnough = errors.New("enough")

// items yields what is in files, without saying again what is skipped.
func (t *Learning) items(files []places.Place) iter.Seq2[*treebank.Item, error] {
	again := *t
	again.Input.Say = func(string, ...any) {}
	return func(yield func(*treebank.Item, error) bool) {
		err := again.each(files, func(it *treebank.Item) error {
			if !yield(it, nil) {
				return errEnough
			}
			return nil
		})
		if err != nil && err != errEnough {
			yield(nil, err)
		}
	}
}
