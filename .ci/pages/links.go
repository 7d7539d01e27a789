package main

import (
	"errors"
	"fmt"
	"html"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
)

var (
	leads = regexp.MustCompile(`(?:href|src)="([^"]*)"`)
	named = regexp.MustCompile(` id="([^"]*)"`)
	shown = regexp.MustCompile(`(?s)<pre[ >].*?</pre>`)
)

// check returns an error for each link and picture of the pages that leads to nothing in the site.
func check(files map[string][]byte, playground bool) error {
	ids := map[string]map[string]bool{}
	for name, text := range files {
		ids[name] = map[string]bool{}
		for _, m := range named.FindAllSubmatch(text, -1) {
			ids[name][html.UnescapeString(string(m[1]))] = true
		}
	}
	var wrong []error
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if path.Ext(name) != ".html" {
			continue
		}
		for _, m := range leads.FindAllSubmatch(shown.ReplaceAll(files[name], nil), -1) {
			link := html.UnescapeString(string(m[1]))
			if strings.Contains(link, ":") {
				continue
			}
			file, anchor, _ := strings.Cut(link, "#")
			to := name
			if file != "" {
				to = path.Join(path.Dir(name), file)
			}
			if playground && to == "playground/index.html" {
				continue
			}
			if files[to] == nil {
				wrong = append(wrong, fmt.Errorf("%s links to %s, which is not there", name, link))
			} else if anchor != "" && !ids[to][anchor] {
				wrong = append(wrong, fmt.Errorf("%s links to %s: there is no such heading", name, link))
			}
		}
	}
	return errors.Join(wrong...)
}
