package lemma

import "strings"

// An edit of spelling is one of these signs, which says whether a rune of the form stays, and the text that follows it.
const (
	copied  = '.'
	lowered = 'l'
	raised  = 'u'
	dropped = '-'
)

// Copied is the edit of a rune that stays as it is.
const Copied = "."

// What edits cost. One rune for another costs less than to drop it and to insert that.
const changedCase, replaced, indel = 1, 15, 10

// Spelling returns the edits by which a form spells its lemma: one for what comes before its first rune, and one for
// each rune, or byte that is no part of one. Spell returns the lemma again, for any two strings. No edit is empty or contains a tab or a newline.
//
// Together they cost the least (Wagner & Fischer 1974). Of those that do, runes become others as early as possible, and
// are inserted before they are dropped.
func Spelling(form, lemma string) []string {
	from, to := strings.Split(form, ""), strings.Split(lemma, "")
	edits := make([]string, len(from)+1)
	edits[0] = Copied
	if (len(from)+1)*(len(to)+1) > maxCells { // too long to compare
		for i := range from {
			if edits[i+1] = string(dropped); form == lemma {
				edits[i+1] = Copied
			}
		}
		if form != lemma {
			edits[0] += escaper.Replace(lemma)
		}
		return edits
	}
	rest := distances(from, to, indel, func(a, b string) int {
		_, cost, _ := becoming(a, b)
		return cost
	})
	for i, j := 0, 0; i < len(from) || j < len(to); {
		sign, cost, inserted := byte(dropped), indel, ""
		if i < len(from) && j < len(to) {
			sign, cost, inserted = becoming(from[i], to[j])
		}
		switch {
		case i < len(from) && j < len(to) && rest[i][j] == cost+rest[i+1][j+1]:
			edits[i+1] = string(sign) + inserted
			i, j = i+1, j+1
		case j < len(to) && rest[i][j] == indel+rest[i][j+1]:
			edits[i] += escaper.Replace(to[j])
			j++
		default:
			edits[i+1] = string(dropped)
			i++
		}
	}
	return edits
}

// becoming returns the cheapest edit that makes one rune another: its sign, its cost, and what it inserts.
func becoming(from, to string) (sign byte, cost int, inserted string) {
	switch to {
	case from:
		return copied, 0, ""
	case strings.ToLower(from):
		return lowered, changedCase, ""
	case strings.ToUpper(from):
		return raised, changedCase, ""
	}
	return dropped, replaced, escaper.Replace(to)
}

// Spell returns what edits make of a form, one for what comes before its first rune and one for each rune. It is false
// if there are more or fewer, or if one is malformed.
func Spell(form string, edits []string) (lemma string, ok bool) {
	runes := append([]string{""}, strings.Split(form, "")...)
	if len(edits) != len(runes) {
		return "", false
	}
	var b strings.Builder
	for i, edit := range edits {
		if edit == "" {
			return "", false
		}
		switch edit[0] {
		case copied:
			b.WriteString(runes[i])
		case lowered:
			b.WriteString(strings.ToLower(runes[i]))
		case raised:
			b.WriteString(strings.ToUpper(runes[i]))
		case dropped:
		default:
			return "", false
		}
		b.WriteString(unescaper.Replace(edit[1:]))
	}
	return b.String(), true
}
