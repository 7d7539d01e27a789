package frame

import (
	"path/filepath"
	"slices"
	"strings"

	"parser/conll/textfile"
)

// looks are kinds of text with marks that are no words, with what can be done about it.
var looks = []struct {
	kind, then string
	is         func(start, name string) bool
}{
	{"HTML", "--markup html leaves out all but its text", func(start, _ string) bool {
		start = strings.ToLower(start)
		tag := textfile.Pattern(`^<(?:html|head|body|title|meta|p|div|span|h[1-6]|table|ul|ol|a|b|i|br|article|main|section)[\s/>]`)
		return strings.HasPrefix(start, "<!doctype html") || tag().MatchString(start) || strings.HasPrefix(start, "<?xml") && strings.Contains(start, "<html")
	}},
	{"XML", "--markup html leaves out its tags", func(start, _ string) bool {
		return strings.HasPrefix(start, "<?xml") || strings.HasPrefix(start, "<TEI") || strings.HasPrefix(start, "<!DOCTYPE")
	}},
	{"JSON", "all of it is read as text; give the text alone", func(start, _ string) bool {
		return textfile.Pattern(`^(?:\[\s*)?\{\s*"[^"]*"\s*:`)().MatchString(start)
	}},
	{"Markdown", "--markup markdown leaves out all but its text", func(_, name string) bool {
		return slices.Contains([]string{".md", ".markdown"}, strings.ToLower(filepath.Ext(textfile.Unpacked(name))))
	}},
}
