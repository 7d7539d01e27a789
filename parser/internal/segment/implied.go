package segment

import "slices"

// inTable are the names of parts of tables; those further right are in those further left.
var (
	inTable  = []string{"caption", "colgroup", "tbody", "tfoot", "thead", "tr", "td", "th"}
	headings = []string{"h1", "h2", "h3", "h4", "h5", "h6"}
	inRuby   = []string{"dd", "dt", "li", "optgroup", "option", "p", "rb", "rp", "rt", "rtc"}
)

// refuses reports whether a start tag begins no element: parts of tables outside them, a form in a form, and a list to choose
// from in another, which ends that.
func (e *elements) refuses(name string) bool {
	switch {
	case slices.Contains(inTable, name):
		return max(e.find("table", 0), e.find("template", 0)) < 0
	case name == "form":
		return e.find("form", 0) > e.find("template", 0)
	case name == "select" && e.find("select", 0) >= 0:
		e.close(0, "select")
		return true
	}
	return false
}

// imply closes the elements that end before one of this name begins.
func (e *elements) imply(name string) {
	switch name {
	case "select", "input", "textarea", "keygen":
		e.close(0, "select")
	case "a", "nobr", "button":
		if at := e.find(name, scope); at >= 0 {
			e.end(name)
		}
	case "option", "optgroup":
		e.closeTop("option")
	case "rb", "rtc":
		e.closeRuby("")
	case "rp", "rt":
		e.closeRuby("rtc")
	case "table":
		if n := len(e.open); n > 0 && (e.open[n-1].name == "table" || slices.Contains(inTable[1:6], e.open[n-1].name)) {
			e.closeInTable("table")
		}
	case "caption", "colgroup", "tbody", "tfoot", "thead":
		e.closeInTable(inTable[:6]...)
	case "tr":
		e.closeInTable("caption", "colgroup", "tr")
	case "td", "th":
		e.closeInTable("td", "th", "caption")
	case "li":
		e.closeItem("li")
	case "dd", "dt":
		e.closeItem("dd", "dt")
	}
	if traits[name]&endsP != 0 {
		e.closeP()
	}
	if slices.Contains(headings, name) {
		e.closeTop(headings...)
	}
}

// closeP closes a paragraph, unless a button or something else is in it that does not end.
func (e *elements) closeP() {
	if at := e.find("p", scope); at >= 0 && e.find("button", scope) < at {
		e.pop(at)
	}
}

// closeTop closes the innermost element if it has one of some names.
func (e *elements) closeTop(names ...string) {
	if n := len(e.open); n > 0 && slices.Contains(names, e.open[n-1].name) {
		e.pop(n - 1)
	}
}

// closeRuby closes what ends by itself in a ruby, except elements of a name.
func (e *elements) closeRuby(except string) {
	if e.find("ruby", scope) < 0 {
		return
	}
	for n := len(e.open); n > 0 && e.open[n-1].name != except && slices.Contains(inRuby, e.open[n-1].name); n = len(e.open) {
		e.pop(n - 1)
	}
}

// closeItem closes an item of the same list.
func (e *elements) closeItem(names ...string) {
	for i := len(e.open) - 1; i >= 0; i-- {
		switch name := e.open[i].name; {
		case slices.Contains(names, name):
			e.pop(i)
			return
		case traits[name]&special != 0 && name != "address" && name != "div" && name != "p":
			return
		}
	}
}

// closeInTable closes the outermost part of the innermost table that has one of some names.
func (e *elements) closeInTable(names ...string) {
	at := -1
	for i := len(e.open) - 1; i >= 0 && e.open[i].name != "template"; i-- {
		if slices.Contains(names, e.open[i].name) {
			at = i
		}
		if e.open[i].name == "table" {
			break
		}
	}
	if at >= 0 {
		e.pop(at)
	}
}

// endBlock closes what ends with a block of Markdown, for which there is no tag.
func (e *elements) endBlock() {
	e.closeP()
	for n := len(e.open); n > 0 && !e.open[n-1].foreign && traits[e.open[n-1].name]&(special|format|scope) == 0; n = len(e.open) {
		e.pop(n - 1)
	}
}

// end ends an element, and returns what the tag shows. What ends nothing shows nothing, except where browsers put in an
// element.
func (e *elements) end(name string) rune {
	for e.foreign() && (name == "p" || name == "br") {
		e.pop(len(e.open) - 1)
	}
	at := e.ended(name)
	has := traits[name]
	if at < 0 {
		if name == "p" || name == "br" || name == "body" || name == "html" || name == "head" || e.lost {
			return e.visible(has.shows())
		}
		return nothing
	}
	ended := e.open[at]
	if ended.foreign && name != "svg" {
		has = foreignTraits[name]
	}
	if name == "form" || has&format != 0 && !ended.foreign &&
		slices.ContainsFunc(e.open[at+1:], func(inside element) bool { return traits[inside.name]&special != 0 }) {
		if ended.none {
			e.none--
		}
		e.open = slices.Delete(e.open, at, at+1)
	} else {
		e.pop(at)
	}
	if ended.silent {
		return nothing
	}
	return e.visible(has.shows())
}

// ended returns the place of the element that an end tag ends, -1 if it ends none.
func (e *elements) ended(name string) int {
	for i := len(e.open) - 1; i >= 0 && e.open[i].foreign; i-- {
		if e.open[i].name == name {
			return i
		}
	}
	has := traits[name]
	switch {
	case name == "body" || name == "html": // what follows is still in them
		return -1
	case name == "template":
		return e.find(name, 0)
	case slices.Contains(inTable, name) || name == "table":
		for i := len(e.open) - 1; i >= 0; i-- {
			if e.open[i].name == name {
				return i
			}
			if e.open[i].name == "table" || e.open[i].name == "template" {
				return -1
			}
		}
		return -1
	case slices.Contains(headings, name):
		at := -1
		for _, heading := range headings {
			at = max(at, e.find(heading, scope))
		}
		return at
	case name == "p":
		if at := e.find(name, scope); at >= 0 && e.find("button", scope) < at {
			return at
		}
		return -1
	case name == "li":
		at := e.find(name, scope)
		if at >= 0 && max(e.find("ol", scope), e.find("ul", scope)) > at {
			return -1
		}
		return at
	case name == "dialog" || has&(special|format|scope) != 0:
		return e.find(name, scope)
	}
	return e.find(name, special)
}
