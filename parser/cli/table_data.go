package cli

import (
	"errors"
	"fmt"
	"slices"

	"parser/parser/experiment"
)

// bank is the treebank of a language.
type bank struct {
	lang   string
	places map[string]place // by part; none for a part that there is not
	data   *experiment.Data
	read   []tableData
}

// tableData says what a part of a treebank is.
type tableData struct {
	Lang string `json:"lang"`
	Part string `json:"part"`
	ablationData
}

// findBanks looks for the treebanks of all languages, and decides which of their parts
// are scored. The error names all that is missing.
func (t *tabling) findBanks() ([]*bank, error) {
	var banks []*bank
	var missing []error
	for _, lang := range t.langs {
		b := &bank{lang: lang, places: map[string]place{}}
		for _, part := range []string{trainPart, devPart, testPart} {
			if p := t.find(lang, part); p.name != "" {
				b.places[part] = p
			}
		}
		banks = append(banks, b)
		if b.places[trainPart].name == "" {
			missing = append(missing, fmt.Errorf("no treebank for %q: %s%s/%s%s is missing", lang, t.where(), lang, trainPart, extensions(t.kind)[0]))
		}
	}
	t.completeParts(banks)
	for _, b := range banks {
		for _, part := range t.parts {
			if train := b.places[trainPart]; train.name != "" && b.places[part].name == "" {
				missing = append(missing, fmt.Errorf("%s has no %s, which the table has the scores of", train, part))
			}
		}
	}
	if len(missing) > 0 {
		return nil, fmt.Errorf("%w: %w", errUsage, errors.Join(missing...))
	}
	return banks, nil
}

// where is where treebanks are looked for, to be put before their names.
func (t *tabling) where() string {
	if t.folder() == "" {
		return "give --data DIR; among the samples "
	}
	return t.folder() + "/"
}

// find returns the place of a part: in the folder, or without one among the samples.
func (t *tabling) find(lang, part string) place {
	if t.folder() == "" {
		return t.env.inSamples(lang, part, extensions(t.kind)[0])
	}
	return inFolder(t.folder(), lang, part, extensions(t.kind))
}

// completeParts decides which parts are scored if this was left open: dev, and in the
// tables that have both parts in the paper, test if all treebanks have one.
func (t *tabling) completeParts(banks []*bank) {
	if len(t.parts) > 0 {
		return
	}
	t.parts = []string{devPart}
	without := slices.ContainsFunc(banks, func(b *bank) bool { return b.places[testPart].name == "" })
	if (t.name == "learners" || t.name == "templates") && !without {
		t.parts = append(t.parts, testPart)
	}
}

// readBanks reads the treebanks, all parts that there are: results that are kept for
// one table have what another one shows.
func (t *tabling) readBanks(banks []*bank) error {
	for _, b := range banks {
		var parts [3]experiment.Part
		for i, part := range []string{trainPart, devPart, testPart} {
			p := b.places[part]
			if p.name == "" {
				continue
			}
			var err error
			if parts[i], err = t.readPart(b, part, p); err != nil {
				return err
			}
		}
		b.data = experiment.NewData(parts[0], parts[1], parts[2])
	}
	return nil
}

// readPart reads a part, of train as much as is asked for.
func (t *tabling) readPart(b *bank, part string, p place) (experiment.Part, error) {
	read, err := t.readTreebank(p)
	if err != nil {
		return experiment.Part{}, err
	}
	if read.empty() {
		return experiment.Part{}, fmt.Errorf("%s has no trees", read.name)
	}
	d := tableData{b.lang, part, ablationData{Name: read.name, Sentences: read.len(), Of: read.len()}}
	fmt.Fprintf(t.notes(), "%s %s: %s\n", b.lang, part, read)
	if part == trainPart && 0 < t.sentences && t.sentences < read.len() {
		d.Sentences = t.sentences
		read.cut(t.sentences)
	}
	b.read = append(b.read, d)
	return experiment.Part{Sentences: read.sentences, Trees: read.trees}, nil
}
