package segment

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"parser/parser/internal/lookup/han"
	"parser/parser/internal/wordset"
)

// Rules are what was counted in a treebank: how to cut text into units, words of scripts without
// blanks, and how to split multiword tokens. They are made by [Learn], and stored as JSON.
type Rules struct {
	// Revision is the version of what [Rules.Windows] say about units; with 0 it is less, as when
	// the rules were learned.
	Revision int `json:",omitempty"`
	// Lang is the code of the language, whose listed abbreviations are known.
	Lang string `json:",omitempty"`
	// Single are the kinds of runs (scripts, "digits" or "marks") whose units are single characters
	// (grapheme clusters), because tokens end inside longer runs.
	Single []string `json:",omitempty"`
	// Scripts are those of the treebank. In other scripts every unit is a token, except marks.
	Scripts []string `json:",omitempty"`
	// Cuts are where tokens can end inside units of other kinds, in lower case: "every|day".
	Cuts []string `json:",omitempty"`
	// Words are the known words of several characters of single kinds, or of several syllables with blanks between them.
	Words []string `json:",omitempty"`
	// Lists are those that AddList added, with words of several units.
	Lists []*wordset.Set `json:",omitempty"`
	// Abbreviations, without their last full stop, are those that seldom end a sentence: lower case
	// stands for capitalized ones, too. The Ambiguous ones can also be words.
	Abbreviations, Ambiguous []string `json:",omitempty"`
	// Lower are the words that are usually in lower case: if one is capitalized, it may begin a sentence.
	Lower []string `json:",omitempty"`
	// Spaces says that a space can be inside a token, as in "34 470".
	Spaces bool `json:",omitempty"`
	// Multiword says how to split tokens of several words.
	Multiword Splits `json:",omitzero"`
	// Habits are those of the treebank.
	Habits habits `json:",omitzero"`

	single, scripts []*unicode.RangeTable
	singles         struct{ digits, marks bool }
	cuts            map[string][]string // the parts of a unit, by all of it
	known           map[string]bool
	blanks          bool // known words have some inside
	clitics         clitics
	lower           map[string]bool
	script          *han.Converter // to that of the Chinese words; nil without such
	abbreviations   map[string]abbreviation
	ordinals        bool            // are written with a full stop
	kept, inner     map[string]bool // of Habits
}

// revision is that of the rules that Learn makes.
const revision = 3

// withLists is that of rules with lists, so that programs that cannot look for them refuse such models.
const withLists = revision + 1

// withBeginnings is that of rules that split tokens by their beginnings.
const withBeginnings = withLists + 1

// Kinds of runs other than scripts.
const (
	digitRuns = "digits"
	markRuns  = "marks" // a repeated mark, such as "..."
)

//go:embed templates/units.txt
var unitTemplates string

//go:embed templates/pairs.txt
var pairTemplates string

//go:embed templates/known.txt
var knownTemplates string

// Templates returns templates for a linear tagger of units.
func (r *Rules) Templates() string {
	if len(r.Words) > 0 {
		return unitTemplates + pairTemplates + knownTemplates + r.listTemplates()
	}
	return unitTemplates
}

// errRules is the cause if stored rules are not such as Learn makes.
var errRules = errors.New("bad rules for text")

// UnmarshalJSON implements json.Unmarshaler. It refuses rules that are not such as Learn makes.
func (r *Rules) UnmarshalJSON(text []byte) error {
	type plain Rules
	if err := json.Unmarshal(text, (*plain)(r)); err != nil {
		return err
	}
	for _, cut := range r.Cuts {
		if slices.Contains(strings.Split(cut, cutMark), "") {
			return fmt.Errorf("%w: cut %q", errRules, cut)
		}
	}
	if r.Revision < 0 || r.Revision > withBeginnings {
		return fmt.Errorf("%w: revision %d", errRules, r.Revision)
	}
	for _, name := range r.Scripts {
		if unicode.Scripts[name] == nil {
			return fmt.Errorf("%w: no script %q", errRules, name)
		}
	}
	for ending, split := range r.Multiword {
		if strings.ContainsFunc(strings.ReplaceAll(split, " ", ""), unicode.IsSpace) {
			return fmt.Errorf("%w: %q is split into %q", errRules, ending, split)
		}
	}
	r.prepare()
	return r.checkLists()
}

// prepare derives the unexported fields from the exported ones.
func (r *Rules) prepare() {
	r.single, r.scripts = tablesOf(r.Single), tablesOf(r.Scripts)
	r.cuts, r.known, r.lower = map[string][]string{}, setOf(r.Words), setOf(r.Lower)
	r.clitics = cliticsOf(r.Lang)
	r.singles.digits, r.singles.marks = slices.Contains(r.Single, digitRuns), slices.Contains(r.Single, markRuns)
	for _, cut := range r.Cuts {
		parts := strings.Split(cut, cutMark)
		r.cuts[strings.Join(parts, "")] = parts
	}
	r.blanks = slices.ContainsFunc(r.Words, func(word string) bool { return strings.Contains(word, " ") })
	r.script = han.New(slices.Values(r.Words))
	if r.Revision < tellsHabits {
		lang, _, _ := strings.Cut(r.Lang, "-")
		r.Habits = older[lang]
	}
	r.kept, r.inner = setOf(r.Habits.Kept), setOf(r.Habits.Inner)
	r.know()
}

func setOf(texts []string) map[string]bool {
	set := make(map[string]bool, len(texts))
	for _, text := range texts {
		set[text] = true
	}
	return set
}

// language returns the part of a language's code before the first "-" or "_", by which lists are named.
func language(code string) string {
	lang, _, _ := strings.Cut(strings.ReplaceAll(code, "_", "-"), "-")
	return lang
}

// tablesOf returns the tables of those names that are scripts.
func tablesOf(names []string) (tables []*unicode.RangeTable) {
	for _, name := range names {
		if table := unicode.Scripts[name]; table != nil {
			tables = append(tables, table)
		}
	}
	return tables
}

// cutMark stands in Cuts where a token can end; it is neither letter nor digit.
const cutMark = "|"

// longestCut is the length of the longest unit that Cuts are looked up for.
const longestCut = 32
