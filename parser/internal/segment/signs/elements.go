package signs

import (
	"slices"
	"strings"
)

// elements are those of a page that are open, the innermost last, as the standard builds the tree (WHATWG, "Tree
// construction"), as far as it matters for what is shown: which ends are implied, and where others end what is inside.
type elements struct {
	open []element
	none int  // of those that are open and not shown
	lost bool // some are no longer known
}

// element is an open element.
type element struct {
	name    string
	foreign bool // of SVG or MathML
	none    bool // it is not shown
	unseen  bool // … or has room, but is not seen
	own     bool // … which it says itself
	silent  bool // it has no room, so that what is beside it stays together
}

// maxOpen is the number of open elements that are known, as in browsers.
const maxOpen = 512

// top returns the innermost element, or one without a name.
func (e *elements) top() element {
	if len(e.open) == 0 {
		return element{}
	}
	return e.open[len(e.open)-1]
}

// hidden reports whether text is not shown here.
func (e *elements) hidden() bool { return e.none > 0 || e.top().unseen }

// raw returns the name of the element whose content, which is read, has no tags; "" if it may have some.
func (e *elements) raw() string {
	if in := e.top(); !in.foreign && traits[in.name]&raw != 0 {
		return in.name
	}
	return ""
}

// foreign reports whether tags are those of SVG or MathML here.
func (e *elements) foreign() bool {
	in := e.top()
	return in.foreign && !slices.Contains(holdsHTML, in.name)
}

// tag begins or ends an element, and returns what the tag shows.
func (e *elements) tag(t *tag) rune {
	name := string(t.name)
	if closing, ok := strings.CutPrefix(name, "/"); ok {
		return e.end(closing)
	}
	if e.foreign() {
		if traits[name]&endsP == 0 && !slices.Contains(breaksOut, name) {
			return e.begin(element{name: name, foreign: true}, foreignTraits[name], t)
		}
		for e.foreign() {
			e.pop(len(e.open) - 1)
		}
	}
	if e.refuses(name) {
		return e.shows(traits[name])
	}
	e.imply(name)
	return e.begin(element{name: name, foreign: name == "svg" || name == "math"}, traits[name], t)
}

// begin begins an element, and returns what its tag shows.
func (e *elements) begin(new element, has trait, t *tag) rune {
	new.silent = t.silent()
	shown := nothing
	if !new.silent {
		shown = e.shows(has)
	}
	if has&void != 0 || new.foreign && t.closed {
		return shown
	}
	if (new.name == "html" || new.name == "body") && e.find(0, new.name) >= 0 {
		return shown
	}
	new.none = new.silent || has&hides != 0
	new.own = t.style.visibility != ""
	new.unseen = t.style.visibility == "hidden" || t.style.visibility == "collapse" || !new.own && e.top().unseen
	e.push(new)
	return shown
}

// shows returns what the tags of an element show here.
func (e *elements) shows(has trait) rune {
	switch {
	case e.none > 0:
		return nothing
	case has&paragraph != 0:
		return paragraphBreak
	case has&line != 0:
		return lineBreak
	case has&space != 0:
		return ' '
	}
	return nothing
}

// push opens an element. If there are too many the outermost is forgotten that is shown.
func (e *elements) push(new element) {
	if len(e.open) == maxOpen {
		e.lost = true
		i := slices.IndexFunc(e.open, func(open element) bool { return !open.none && !open.own })
		if i < 0 {
			return
		}
		e.open = slices.Delete(e.open, i, i+1)
	}
	if new.none {
		e.none++
	}
	e.open = append(e.open, new)
}

// find returns the place of the innermost open element of some names, which no element with one of some traits is inside
// of, or -1.
func (e *elements) find(barrier trait, names ...string) int {
	for i := len(e.open) - 1; i >= 0; i-- {
		if slices.Contains(names, e.open[i].name) {
			return i
		}
		if !e.open[i].foreign && traits[e.open[i].name]&barrier != 0 {
			return -1
		}
	}
	return -1
}

// innermost returns the place of an element of a name that no one with a barrier, and none of the others, is inside of,
// or -1.
func (e *elements) innermost(barrier trait, name string, others ...string) int {
	at := e.find(barrier, append(others, name)...)
	if at >= 0 && e.open[at].name != name {
		return -1
	}
	return at
}

// pop closes an element, unless at is -1, and those in it, except formats, which go on unless it is a cell.
func (e *elements) pop(at int) {
	if at < 0 {
		return
	}
	closed := slices.Clone(e.open[at:])
	e.open = e.open[:at]
	for i, open := range closed {
		if open.none {
			e.none--
		}
		if i > 0 && traits[closed[0].name]&cell == 0 && !open.foreign && traits[open.name]&format != 0 && (open.none || open.own) {
			e.push(open)
		}
	}
}

// refuses reports whether a start tag begins no element: parts of tables outside them, a form in a form, and a list to choose
// from in another, which ends that.
func (e *elements) refuses(name string) bool {
	switch {
	case slices.Contains(inTable, name):
		return e.find(0, "table", "template") < 0
	case name == "form":
		return e.innermost(0, "form", "template") >= 0
	case name == "select" && e.find(0, "select") >= 0:
		e.pop(e.find(0, "select"))
		return true
	}
	return false
}

// imply closes the elements that end before one of this name begins.
func (e *elements) imply(name string) {
	switch name {
	case "select", "input", "textarea", "keygen":
		e.pop(e.find(0, "select"))
	case "a", "nobr", "button":
		if e.find(scope, name) >= 0 {
			e.end(name)
		}
	case "option", "optgroup":
		e.closeTop("option")
	case "rb", "rtc":
		e.closeRuby("")
	case "rp", "rt":
		e.closeRuby("rtc")
	case "table":
		if in := e.top().name; in == "table" || slices.Contains(inTable[1:6], in) {
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
func (e *elements) closeP() { e.pop(e.innermost(scope, "p", "button")) }

// closeTop closes the innermost element if it has one of some names.
func (e *elements) closeTop(names ...string) {
	if slices.Contains(names, e.top().name) {
		e.pop(len(e.open) - 1)
	}
}

// closeRuby closes what ends by itself in a ruby, except elements of a name.
func (e *elements) closeRuby(except string) {
	if e.find(scope, "ruby") < 0 {
		return
	}
	for name := e.top().name; name != except && slices.Contains(inRuby, name); name = e.top().name {
		e.pop(len(e.open) - 1)
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
	e.pop(at)
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
			return e.shows(has)
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
	return e.shows(has)
}

// ended returns the place of the element that an end tag ends, -1 if it ends none.
func (e *elements) ended(name string) int {
	for i := len(e.open) - 1; i >= 0 && e.open[i].foreign; i-- {
		if e.open[i].name == name {
			return i
		}
	}
	switch {
	case name == "body" || name == "html": // what follows is still in them
		return -1
	case name == "template":
		return e.find(0, name)
	case slices.Contains(inTable, name) || name == "table":
		return e.innermost(0, name, "table", "template")
	case slices.Contains(headings, name):
		return e.find(scope, headings...)
	case name == "p":
		return e.innermost(scope, name, "button")
	case name == "li":
		return e.innermost(scope, name, "ol", "ul")
	case name == "dialog" || traits[name]&(special|format|scope) != 0:
		return e.find(scope, name)
	}
	return e.find(special, name)
}
