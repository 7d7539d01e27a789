package conll

import "fmt"

// Class sorts problems by what they are about.
type Class string

// The classes. Only Format, and those problems of Tree that leave no tree at all, apply to CoNLL-X.
const (
	ClassFormat   Class = "format"   // lines, columns, numbering, characters, white space
	ClassMetadata Class = "metadata" // comments: sent_id, parallel_id, newdoc, newpar
	ClassTree     Class = "tree"     // HEAD, roots
	ClassLabels   Class = "labels"   // UPOS, FEATS, DEPREL
	ClassEnhanced Class = "enhanced" // DEPS
	ClassText     Class = "text"     // the text comment and SpaceAfter
	// ClassWarning is for what is odd but allowed.
	ClassWarning Class = "warning"
)

// Problem is something wrong with a treebank.
type Problem struct {
	File   string `json:"file"`
	Line   int    `json:"line"`              // from 1
	SentID string `json:"sent_id,omitempty"` // "" when unknown
	Word   int    `json:"word,omitempty"`    // from 1; 0 for the whole sentence
	Class  Class  `json:"class"`
	ID     string `json:"id"` // names the broken rule
	Text   string `json:"text"`
}

// String prints a problem as UD's validator does:
// "[File F Line L Sent S Word W]: [class id] text".
func (p Problem) String() string {
	place := fmt.Sprintf("File %s Line %d", p.File, p.Line)
	if p.SentID != "" {
		place += " Sent " + p.SentID
	}
	if p.Word > 0 {
		place += fmt.Sprint(" Word ", p.Word)
	}
	return fmt.Sprintf("[%s]: [%s %s] %s", place, p.Class, p.ID, p.Text)
}

// Validation sums up a check.
type Validation struct {
	Sentences int            `json:"sentences"`
	Words     int            `json:"words"` // of sentences with a sound format
	Problems  int            `json:"problems"`
	Warnings  int            `json:"warnings"` // not counted as problems
	Classes   map[string]int `json:"classes"`  // problems and warnings by class
	Rules     map[string]int `json:"rules"`    // problems and warnings by "class id"
}

// Count counts a problem or a warning.
func (v *Validation) Count(p Problem) {
	if v.Classes == nil {
		v.Classes, v.Rules = map[string]int{}, map[string]int{}
	}
	if p.Class == ClassWarning {
		v.Warnings++
	} else {
		v.Problems++
	}
	v.Classes[string(p.Class)]++
	v.Rules[string(p.Class)+" "+p.ID]++
}
