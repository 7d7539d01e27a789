package segment

import (
	"fmt"
	"strconv"
	"strings"

	"parser/conll"
)

// sentence returns the sentence of the tokens so far.
func (r *Reader) sentence() *conll.Sentence {
	r.number++
	s := &conll.Sentence{Format: conll.FormatU, ID: strconv.Itoa(r.number), File: r.name, Line: r.units[r.first].line}
	var text strings.Builder
	var ranges []conll.Extra
	begin, blank := r.first, ""
	for _, t := range r.tokens {
		units := r.units[begin:t.end]
		begin = t.end
		text.WriteString(blank)
		text.WriteString(t.form)
		if blank = " "; units[len(units)-1].blank == "" {
			blank = ""
		}
		misc := r.misc(t.form, units)
		if t.words == nil {
			s.Words = append(s.Words, word(t.form, misc))
			continue
		}
		n := len(s.Words)
		ranges = append(ranges, conll.Extra{Before: n, Text: fmt.Sprintf("%d-%d\t%s\t_\t_\t_\t_\t_\t_\t_\t%s", n+1, n+len(t.words), t.form, misc)})
		file, places := inFile(units), placesOf(units)
		spelled := r.options.Ranges != nil && strings.Join(t.words, "") == t.form && len(places) == len(t.form)
		at := 0
		for _, w := range t.words {
			misc := "_"
			if end := at + len(w); spelled && end > at {
				misc = rangeOf(units[0].start+r.options.Ranges(file[:places[at].start]), units[0].start+r.options.Ranges(file[:places[end-1].end]))
				at = end
			}
			s.Words = append(s.Words, word(w, misc))
		}
	}
	comment := func(text string) { s.Extras = append(s.Extras, conll.Extra{Text: "# " + text}) }
	switch {
	case r.number > r.options.Before+1 || r.options.Lines > 0:
	case r.options.Document == "":
		comment("newdoc")
	default:
		comment("newdoc id = " + r.options.Document)
	}
	if r.newpar {
		comment("newpar")
	}
	comment("sent_id = " + s.ID)
	comment("text = " + text.String())
	s.Extras = append(s.Extras, ranges...)
	return s
}

// misc returns MISC of a token with a form.
func (r *Reader) misc(form string, t []unit) string {
	var misc []string
	last := &t[len(t)-1]
	if last.blank == "" {
		misc = append(misc, spaceAfter+"=No")
	}
	if last.gap != "" && (last.gap != " " || last.last) { // a single space goes without saying
		misc = append(misc, spacesAfter+"="+escape(last.gap))
	}
	if t[0].lead != "" {
		misc = append(misc, spacesBefore+"="+escape(t[0].lead))
	}
	if file := inFile(t); file != form {
		misc = append(misc, spacesInToken+"="+escape(file))
	}
	if r.options.Ranges != nil {
		misc = append(misc, rangeOf(t[0].start, last.end))
	}
	if len(misc) == 0 {
		return "_"
	}
	return strings.Join(misc, "|")
}

// inFile returns a token as it stands in the file.
func inFile(t []unit) string {
	if len(t) == 1 {
		return t[0].file
	}
	var b strings.Builder
	for i := range t {
		if b.WriteString(t[i].file); i < len(t)-1 {
			b.WriteString(t[i].gap)
		}
	}
	return b.String()
}

// placesOf returns where in that each byte of a token stands.
func placesOf(t []unit) (places []place) {
	at := 0
	for i := range t {
		u := &t[i]
		for k := range len(u.form) {
			p := place{k, k + 1}
			if u.places != nil {
				p = u.places[k]
			}
			places = append(places, place{at + p.start, at + p.end})
		}
		if at += len(u.file); i < len(t)-1 {
			for range len(u.blank) {
				places = append(places, place{at, at + len(u.gap)})
			}
			at += len(u.gap)
		}
	}
	return places
}

func rangeOf(start, end int) string { return fmt.Sprintf("%s=%d:%d", tokenRange, start, end) }

func word(form, misc string) conll.Word {
	return conll.Word{Form: form, Lemma: "_", UPOS: "_", XPOS: "_", Feats: "_", Head: conll.NoHead, Deprel: "_", Deps: "_", Misc: misc}
}
