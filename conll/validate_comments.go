package conll

import (
	"slices"
	"strings"
	"unicode"

	"parser/conll/textfile"
)

var (
	sentIDSyntax     = textfile.Pattern(`^#\s*sent_id\s*=\s*(\S+)$`)
	parallelIDSyntax = textfile.Pattern(`^#\s*parallel_id\s*=\s*(([a-z]+/[-0-9a-z]+)(?:/(?:alt([1-9][0-9]{0,8}))?(?:part([1-9][0-9]{0,8}))?)?)$`)
	textSyntax       = textfile.Pattern(`^#\s*text\s*=(.*)$`)
	newSyntax        = textfile.Pattern(`^#\s*(newdoc|newpar)(\s|$)`)
)

// comments checks the comments above the words, and returns the text of the sentence, without
// white space around it, or "" if it has none or several.
func (v *validator) comments(rows []row) (text string) {
	wrong := func(r *row, id, format string, args ...any) { v.wrong(r, ClassMetadata, id, format, args...) }
	seen, malformed := map[string]int{}, false // whether a sent_id is malformed
	again := func(r *row, what string) bool {
		if seen[what]++; seen[what] == 2 {
			wrong(r, strings.ReplaceAll(what, "_", "-")+"-again", "a second %s of the same sentence", what)
		}
		return seen[what] > 1
	}
	for i := range rows {
		r := &rows[i]
		comment := r.columns[0]
		if r.kind != commentRow {
			break
		}
		key, _, _ := strings.Cut(strings.TrimLeftFunc(comment[1:], unicode.IsSpace), "=")
		if id := sentIDSyntax().FindStringSubmatch(comment); id != nil {
			if !again(r, "sent_id") {
				v.sentID(r, id[1])
			}
		} else if strings.HasPrefix(key, "sent_id") {
			wrong(r, "sent-id", "%.80q is not of the form # sent_id = x without blanks in x", comment)
			malformed = true
		}
		if id := parallelIDSyntax().FindStringSubmatch(comment); id != nil && !strings.HasSuffix(comment, "/") {
			if !again(r, "parallel_id") {
				v.parallelID(r, id[1], id[2], id[3], id[4])
			}
		} else if strings.HasPrefix(key, "parallel_id") {
			wrong(r, "parallel-id", "%.80q is not of the form # parallel_id = corpus/sentence, with /alt1, /part1 or /alt1part1 after it", comment)
		}
		if match := newSyntax().FindStringSubmatch(comment); match != nil {
			again(r, match[1])
			if v.glued {
				v.wrong(r, ClassText, "space-after-"+match[1], "a %s, but the last token of the sentence before has SpaceAfter=No", match[1])
			}
		}
		if match := textSyntax().FindStringSubmatch(comment); match != nil && !again(r, "text") {
			if text = strings.TrimLeftFunc(match[1], unicode.IsSpace); text != strings.TrimRightFunc(text, unicode.IsSpace) {
				v.wrong(r, ClassText, "blank-at-end", "the text ends in white space")
				text = strings.TrimRightFunc(text, unicode.IsSpace)
			}
		}
	}
	if seen["sent_id"] == 0 && !malformed {
		v.problem(v.s.Line, 0, ClassMetadata, "sent-id-missing", "the sentence has no sent_id")
	}
	if text == "" {
		v.problem(v.s.Line, 0, ClassText, "text-missing", "the sentence has no text")
	}
	if seen["text"] > 1 {
		return ""
	}
	return text
}

// sentID checks a sent_id, which must be the only one of its kind. UD reserves the slash for
// parallel treebanks.
func (v *validator) sentID(r *row, id string) {
	if strings.Count(id, "/") > 1 {
		v.wrong(r, ClassMetadata, "sent-id-slash", "%.80q has several slashes", id)
	}
	other := slices.ContainsFunc(v.s.Extras, func(x Extra) bool { // one more tree of the same words, as parsers can write
		rank, ok := strings.CutPrefix(x.Text, "# nbest = ")
		return ok && rank != "1"
	})
	if _, more := alternative(v.s); more { // … or annotators
		other = true
	}
	if first, twice := v.ids[id]; twice && other {
		return
	} else if twice {
		v.wrong(r, ClassMetadata, "sent-id-twice", "the sentence at line %d has the same sent_id", first)
		return
	}
	v.ids[strings.Clone(id)] = v.s.Line
}

// parallelID checks a parallel_id, which must be the only one of its kind; sentence is the part
// before the optional numbers of alternative translations and of parts of one. Either all or none
// have such numbers, in the order in which they stand.
func (v *validator) parallelID(r *row, id, sentence, alternative, part string) {
	if first, twice := v.parallel[id]; twice {
		v.wrong(r, ClassMetadata, "parallel-id-twice", "the sentence at line %d has the same parallel_id", first)
		return
	}
	v.parallel[strings.Clone(id)] = v.s.Line
	check := func(of, what, digits string, repeated bool) {
		n, _ := number(digits) // 0 without digits
		key := of + " " + what
		last, known := v.numbers[key]
		switch {
		case known && (n == 0) != (last == 0):
			v.wrong(r, ClassMetadata, "parallel-id-"+what, "some translations of %s have %s and a number, but not all", of, what)
		case n > 0 && n != last+1 && !(repeated && n == last):
			v.wrong(r, ClassMetadata, "parallel-id-"+what, "%s%d of %s, want %s%d", what, n, of, what, last+1)
		}
		v.numbers[strings.Clone(key)] = n
	}
	check(sentence, "alt", alternative, part != "" && part != "1")
	check(sentence+"/alt"+alternative, "part", part, false)
}
