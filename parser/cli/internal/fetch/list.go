package fetch

import (
	_ "embed"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"parser/conll/textfile"
)

//go:embed treebanks.tsv
var embedded string

// Treebank is a line of a list.
type Treebank struct {
	Name    string // of its repository: "UD_Danish-DDT"
	Code    string // of language and treebank, the beginning of file names: "da_ddt"
	Release string // a tag of the repository: "r2.16"
	Licence string // "" if unknown
	Parts   []Part
}

// Part is a file of a treebank or an encoder.
type Part struct {
	Name   string // "train", "dev" or "test"; of an encoder, the name of the file
	SHA256 string // in hexadecimal; "" if unknown
}

// Lang returns the code of the language: "da".
func (t *Treebank) Lang() string {
	lang, _, _ := strings.Cut(t.Code, "_")
	return lang
}

// At returns the treebank in another release, without SHA-256. The error is ErrList.
func (t *Treebank) At(release string) (*Treebank, error) {
	if !releaseName().MatchString(release) {
		return nil, fmt.Errorf("%w: %.80q is no release, such as r2.16", ErrList, release)
	}
	if release == t.Release {
		return t, nil
	}
	other := *t
	other.Release, other.Parts = release, nil
	for _, part := range t.Parts {
		other.Parts = append(other.Parts, Part{Name: part.Name})
	}
	return &other, nil
}

// language returns the English name of the language: "Danish".
func (t *Treebank) language() string {
	language, _, _ := strings.Cut(strings.TrimPrefix(t.Name, "UD_"), "-")
	return language
}

var (
	// ErrList is the cause of all errors in lists.
	ErrList = errors.New("wrong list")
	// ErrUnknown is the cause if a list lacks a treebank.
	ErrUnknown = errors.New("unknown treebank")
)

// Patterns for names, since they become parts of addresses and of paths.
var (
	treebankName = textfile.Pattern(`^UD_[A-Z][A-Za-z_]*-[A-Za-z0-9]+$`)
	treebankCode = textfile.Pattern(`^[a-z]{2,3}_[a-z0-9]+$`)
	releaseName  = textfile.Pattern(`^[A-Za-z0-9][A-Za-z0-9_-]*(\.[A-Za-z0-9_-]+)*$`)
	partName     = textfile.Pattern(`^(train|dev|test)$`)
	checksum     = textfile.Pattern(`^[0-9a-f]{64}$`)
)

const noChecksum = "no SHA-256 in lower-case hexadecimal"

// List returns the list that comes with the program.
func List() ([]Treebank, error) { return ReadList(embedded, "treebanks.tsv") }

// ReadList reads a list, which has a name in errors: on each line, separated by tabs, name, code, release, licence ("-"
// if unknown) and parts; parts are separated by blanks, each with a colon and its SHA-256 if known. Lines may be empty,
// or begin with #.
func ReadList(list, name string) ([]Treebank, error) {
	return readLines(list, name, parse, func(t Treebank) string { return t.Code })
}

// readLines reads the lines of a list, whose keys must differ.
func readLines[T any](list, name string, parse func(row string) (T, error), key func(T) string) (all []T, err error) {
	keys, number := map[string]bool{}, 0
	for line := range strings.Lines(strings.TrimPrefix(list, textfile.ByteOrderMark)) {
		number++
		row := strings.TrimRight(line, "\r\n")
		if row == "" || row[0] == '#' {
			continue
		}
		t, err := parse(row)
		if err == nil && keys[key(t)] {
			err = fmt.Errorf("%s stands in it twice", key(t))
		}
		if err != nil {
			return nil, &textfile.Error{File: name, Line: number, Err: fmt.Errorf("%w: %w", ErrList, err)}
		}
		keys[key(t)] = true
		all = append(all, t)
	}
	return all, nil
}

// column is a column of a list.
type column struct {
	to   any                   // what it sets: a *string; an *int64 from 1; a *float64, a percentage, which "-" leaves as it is
	is   func() *regexp.Regexp // what strings must match; nil for any
	what string                // "no release, such as r2.16", for errors
}

// readRow reads a row with these columns, whose names are for errors.
func readRow(row, names string, columns ...column) error {
	fields := strings.Split(row, "\t")
	if len(fields) != len(columns) {
		return fmt.Errorf("%d fields, not %s", len(fields), names)
	}
	for i, text := range fields {
		c, ok, err := columns[i], true, error(nil)
		switch to := c.to.(type) {
		case *string:
			*to, ok = text, c.is == nil || c.is().MatchString(text)
		case *int64:
			*to, err = strconv.ParseInt(text, 10, 64)
			ok = *to > 0
		case *float64:
			if text != "-" {
				*to, err = strconv.ParseFloat(text, 64)
				ok = *to >= 0 && *to <= 100
			}
		}
		if !ok || err != nil {
			return fmt.Errorf("%.80q is %s", text, c.what)
		}
	}
	return nil
}

func parse(row string) (t Treebank, err error) {
	var parts string
	err = readRow(row, "name, code, release, licence, parts",
		column{&t.Name, treebankName, "no name of a treebank, such as UD_Danish-DDT"},
		column{&t.Code, treebankCode, "no code of a treebank, such as da_ddt"},
		column{&t.Release, releaseName, "no release, such as r2.16"},
		column{to: &t.Licence}, column{to: &parts})
	if t.Licence == "-" {
		t.Licence = ""
	}
	if err == nil {
		t.Parts, err = readParts(parts, partName, "not one of train, dev, test")
	}
	return t, err
}

// readParts reads the column with the files of a row, whose names match a pattern, each with a colon and its SHA-256 if
// known.
func readParts(text string, names func() *regexp.Regexp, what string) (parts []Part, err error) {
	for field := range strings.FieldsSeq(text) {
		name, sum, has := strings.Cut(field, ":")
		switch {
		case !names().MatchString(name) || name == ManifestName:
			return nil, fmt.Errorf("%.80q is %s", name, what)
		case slices.ContainsFunc(parts, func(p Part) bool { return p.Name == name }):
			return nil, fmt.Errorf("%s twice", name)
		case has && !checksum().MatchString(sum):
			return nil, fmt.Errorf("%.80q is %s", sum, noChecksum)
		}
		parts = append(parts, Part{name, sum})
	}
	if len(parts) == 0 {
		return nil, errors.New("no parts")
	}
	return parts, nil
}

// Find returns the treebank of a list that a name stands for, in capitals or not: the name of the repository, with UD_
// or without, the code, or the code of a language or its name, in English or its own, for its first treebank. The error is ErrUnknown.
func Find(list []Treebank, name string) (*Treebank, error) {
	wanted := normal(name)
	t := first(list,
		func(t *Treebank) bool { return normal(t.Name) == wanted },
		func(t *Treebank) bool { return normal(strings.TrimPrefix(t.Name, "UD_")) == wanted },
		func(t *Treebank) bool { return normal(t.Code) == wanted },
		func(t *Treebank) bool { return normal(t.Lang()) == wanted },
		func(t *Treebank) bool { return normal(t.language()) == wanted },
		func(t *Treebank) bool { return isLanguage(t.Lang(), name) })
	if t == nil {
		return nil, fmt.Errorf("%w: %.80q", ErrUnknown, name)
	}
	return t, nil
}

// first returns the first entry of a list that passes the first of some tests or else the second, and so on; nil if no
// entry passes one.
func first[T any](list []T, tests ...func(*T) bool) *T {
	for _, is := range tests {
		for i := range list {
			if is(&list[i]) {
				return &list[i]
			}
		}
	}
	return nil
}
