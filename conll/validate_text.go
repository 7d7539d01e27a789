package conll

import (
	"slices"
	"strings"
	"unicode"
)

// text compares the text, if it is known, with the tokens, which are multiword ranges and words
// outside all ranges, and reports where they first differ. Between tokens any amount of white space
// counts as one blank, as in UD's validator.
func (v *validator) text(rows []row, text string) {
	compare := text != ""
	for i := range rows {
		r := &rows[i]
		if r.kind != rangeRow && (r.kind != wordRow || r.inside) {
			continue
		}
		form := r.columns[1]
		v.glued = slices.Contains(strings.Split(r.columns[columnsAll-1], "|"), "SpaceAfter=No")
		if !compare {
			continue
		}
		rest, fits := strings.CutPrefix(text, form)
		text = strings.TrimLeftFunc(rest, unicode.IsSpace)
		blank, isLast := text != rest, max(r.word, r.last) == len(v.s.Words)
		switch {
		case !fits:
			v.wrong(r, ClassText, "form", "FORM is %q, but the text goes on with %.20q", form, rest)
		case isLast && rest != "":
			v.wrong(r, ClassText, "end", "the last token, but the text goes on with %.20q", rest)
		case !isLast && blank && v.glued:
			v.wrong(r, ClassText, "space-after", "SpaceAfter=No, but the text has a blank after %q", form)
		case !isLast && !blank && !v.glued && rest != "":
			v.wrong(r, ClassText, "space-after", "no SpaceAfter=No, but the text has no blank after %q", form)
		default:
			continue
		}
		compare = false
	}
}

// miscAttributes are those that UD describes, which must not occur twice in a word.
var miscAttributes = []string{"SpaceAfter", "Lang", "Translit", "LTranslit", "Gloss", "LId", "LDeriv", "Ref"}

// misc checks MISC: SpaceAfter, which only tokens may have, and the attributes that UD describes.
func (v *validator) misc(rows []row) {
	for i := range rows {
		r := &rows[i]
		if r.kind == commentRow || r.columns[columnsAll-1] == "_" {
			continue
		}
		seen := map[string]bool{}
		for attribute := range strings.SplitSeq(r.columns[columnsAll-1], "|") {
			name, value, _ := strings.Cut(attribute, "=")
			plain := strings.TrimSpace(name)
			known := slices.IndexFunc(miscAttributes, func(a string) bool { return strings.EqualFold(a, plain) })
			odd := func(id, format string, args ...any) { v.wrong(r, ClassWarning, id, format, args...) }
			switch {
			case attribute == "":
				odd("misc-empty", "MISC has nothing before, between or after its vertical bars")
			case name == "":
				odd("misc-name", "attribute %.40q in MISC has no name", attribute)
			case name != plain || value != strings.TrimSpace(value):
				odd("misc-blank", "attribute %.40q in MISC has blanks around its name or its value", attribute)
			case known >= 0 && name != miscAttributes[known]:
				odd("misc-case", "attribute %.40q in MISC is spelled %s in UD", name, miscAttributes[known])
			}
			switch {
			case known >= 0 && seen[name]:
				v.wrong(r, ClassFormat, "misc-twice", "attribute %s occurs twice in MISC", name)
			case attribute == "NoSpaceAfter=Yes":
				v.wrong(r, ClassText, "no-space-after", "NoSpaceAfter=Yes should be SpaceAfter=No")
			case name == "SpaceAfter" && value != "No":
				v.wrong(r, ClassText, "space-after-value", "SpaceAfter is %.40q, but can only be No", value)
			case name == "SpaceAfter" && r.kind == emptyNodeRow:
				v.wrong(r, ClassText, "space-after-empty-node", "SpaceAfter=No, but it is in no text")
			case name == "SpaceAfter" && r.inside:
				v.wrong(r, ClassText, "space-after-inside", "SpaceAfter=No inside of a multiword range, which alone can have it")
			}
			seen[name] = true
		}
	}
}
