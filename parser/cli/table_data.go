package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"parser/parser/experiment"
	"parser/parser/treebank"
	"parser/transition"
)

// folder returns the folder of treebanks, "" if there is none.
func (t *tabling) folder() string {
	if t.data != "" {
		return t.data
	}
	return t.env.Getenv("PARSER_DATA")
}

// allLanguages returns the languages of a table that was not told any.
func (t *tabling) allLanguages() ([]string, error) {
	if t.name != "languages" || t.folder() == "" {
		return []string{"en"}, nil
	}
	entries, err := os.ReadDir(t.folder())
	if err != nil {
		return nil, err
	}
	var langs []string
	for _, e := range entries {
		train := t.env.findPart(t.folder(), e.Name(), experiment.Train, transition.Dependencies) // as all its parsers build
		if train.name != "" && checkLanguage(e.Name()) == nil {
			langs = append(langs, e.Name())
		}
	}
	if len(langs) == 0 {
		return nil, fmt.Errorf("%w: %s has no folder <lang> with a file train.conllu", errUsage, t.folder())
	}
	return langs, nil
}

// bank says where the parts of a language's treebank are; none for a part that there
// is not.
type bank map[string]place

// findBanks looks for the treebanks of all languages, and decides which of their parts
// are scored: if this was left open, dev, and in the tables that have both parts in the
// paper, test if all treebanks have one. The error names all that is missing.
func (t *tabling) findBanks() ([]bank, error) {
	var banks []bank
	var missing []error
	tested := t.name == "learners" || t.name == "templates"
	files, where := extensions(t.kind), t.folder()+"/"
	if t.folder() == "" {
		where = "give --data DIR; among the samples "
	}
	for _, lang := range t.langs {
		b := bank{}
		for _, part := range []string{experiment.Train, experiment.Dev, experiment.Test} {
			b[part] = t.env.findPart(t.folder(), lang, part, t.kind)
		}
		if b[experiment.Train].name == "" {
			missing = append(missing, fmt.Errorf("no treebank for %q: %s%s/%s%s is missing", lang, where, lang, experiment.Train, files[0]))
		}
		tested = tested && b[experiment.Test].name != ""
		banks = append(banks, b)
	}
	if len(t.parts) == 0 {
		if t.parts = []string{experiment.Dev}; tested {
			t.parts = append(t.parts, experiment.Test)
		}
	}
	for _, b := range banks {
		for _, part := range t.parts {
			if train := b[experiment.Train]; train.name != "" && b[part].name == "" {
				missing = append(missing, fmt.Errorf("%s has no %s, which the table has the scores of", train, part))
			}
		}
	}
	if len(missing) > 0 {
		return nil, fmt.Errorf("%w: %w", errUsage, errors.Join(missing...))
	}
	return banks, nil
}

// readBanks reads the treebanks, all parts that there are: results that are kept for
// one table have what another one shows.
func (t *tabling) readBanks(places []bank, report *experiment.Table) ([]experiment.Treebank, error) {
	var banks []experiment.Treebank
	for i, lang := range t.langs {
		parts := map[string]treebank.Data{}
		for _, part := range []string{experiment.Train, experiment.Dev, experiment.Test} {
			if places[i][part].name == "" {
				continue
			}
			read, err := t.readTreebank(places[i][part])
			if err != nil {
				return nil, err
			}
			if read.data.Len() == 0 {
				return nil, fmt.Errorf("%s has no trees", read.name)
			}
			fmt.Fprintf(t.notes(), "%s %s: %s\n", lang, part, read)
			source := experiment.Source{Name: read.name, Sentences: read.data.Len(), Of: read.data.Len()}
			if part == experiment.Train {
				source = t.cut(read)
			}
			report.Data = append(report.Data, experiment.PartSource{Lang: lang, Part: part, Source: source})
			parts[part] = read.data
		}
		banks = append(banks, experiment.Treebank{Lang: lang, Data: experiment.NewData(parts[experiment.Train], parts[experiment.Dev], parts[experiment.Test])})
	}
	return banks, nil
}

// checkOutput finds out whether all can be written in the end.
func (t *tabling) checkOutput() error {
	if t.out != "" {
		if err := canWrite(t.out); err != nil {
			return err
		}
		if sameFile(t.out, t.resume) {
			return fmt.Errorf("%w: --out and --resume are the same file, so that the table would replace the results", errUsage)
		}
	}
	if t.svg != "" {
		return canWrite(filepath.Join(t.svg, "xx.svg"))
	}
	return nil
}

// sameFile reports whether two names are those of one file, be it there or not.
func sameFile(a, b string) bool {
	x, err := os.Stat(a)
	y, other := os.Stat(b)
	if err != nil || other != nil {
		return filepath.Clean(a) == filepath.Clean(b)
	}
	return os.SameFile(x, y)
}
