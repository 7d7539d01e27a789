package segment

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

// trait is what matters about the elements of a name.
type trait uint16

const (
	paragraph trait = 1 << iota // a block
	line                        // on a line of its own
	space                       // a box in the line, or a cell
	void                        // it has no content
	raw                         // its content is text up to its end
	hides                       // its content is not shown
	format                      // it goes on after blocks that end inside it
	scope                       // nothing inside it ends what it is in
	cell                        // formats end with it
	endsP                       // a paragraph ends before it
	special                     // only its own end, or that of what it is in, ends it
)

const block = paragraph | special | endsP

// traits are those of HTML. Others are inline elements, such as span.
var traits = map[string]trait{
	"address": block, "article": block, "aside": block, "blockquote": block, "center": block, "details": block,
	"dialog": paragraph | endsP, "dir": block, "div": block, "dl": block, "fieldset": block,
	"figcaption": block, "figure": block, "footer": block, "form": block, "h1": block, "h2": block, "h3": block, "h4": block,
	"h5": block, "h6": block, "header": block, "hgroup": block,
	"legend": paragraph, "main": block, "menu": block, "nav": block, "ol": block, "p": block, "search": block, "section": block, "summary": block, "ul": block,
	"listing": block | hides, "pre": block | hides, "xmp": block | raw | hides, "plaintext": block | raw | hides, "hr": paragraph | endsP | void,
	"body": paragraph | special, "head": paragraph, "html": paragraph | special | scope, "title": paragraph | special | raw | hides,
	"table": block | scope, "caption": paragraph | special | scope | cell, "tbody": paragraph | special,
	"tfoot": paragraph | special, "thead": paragraph | special,
	"tr": line | special, "td": line | special | scope | cell, "th": line | special | scope | cell, "col": void, "colgroup": special,
	"li": line | special | endsP, "dd": line | special | endsP, "dt": line | special | endsP, "option": line, "br": line | void,
	"button": space | special, "img": space | void, "image": space | void, "input": space | void, "embed": space | void,
	"select": space | special | scope | hides, "textarea": space | special | raw | hides, "iframe": space | special | raw | hides,
	"video": space | hides, "audio": space | hides,
	"canvas": space | hides, "object": space | special | scope | cell | hides, "applet": space | special | scope | cell | hides,
	"marquee": paragraph | special | scope | cell,
	"meter":   space | hides, "progress": space | hides, "svg": space, "math": 0,
	"script": special | raw | hides, "style": special | raw | hides, "noscript": special | raw | hides,
	"noembed": special | raw | hides, "noframes": special | raw | hides,
	"template": special | scope | cell | hides, "datalist": hides, "rt": hides, "rp": hides, "rtc": hides,
	"a": format, "b": format, "big": format, "code": format | hides, "em": format, "font": format, "i": format,
	"nobr": format, "s": format, "small": format, "strike": format,
	"strong": format, "tt": format, "u": format,
	"area": void, "base": void, "basefont": void, "bgsound": void, "frame": void, "keygen": void, "link": void, "meta": void,
	"param": void, "source": void, "track": void, "wbr": void,
}

// foreignTraits are those of SVG and MathML.
var foreignTraits = map[string]trait{
	"text": line, "title": hides, "desc": hides, "metadata": hides, "style": hides, "script": hides, "defs": hides,
	"symbol": hides, "clippath": hides, "mask": hides,
	"pattern": hides, "marker": hides, "annotation": hides, "annotation-xml": hides,
}

// holdsHTML are the elements of SVG and MathML in which HTML may stand.
var holdsHTML = []string{"foreignobject", "desc", "title", "mi", "mo", "mn", "ms", "mtext"}

// breaksOut are elements of HTML, besides blocks, before which SVG and MathML end.
var breaksOut = []string{"b", "big", "body", "br", "code", "em", "embed", "head", "i", "img", "meta", "nobr", "ruby",
	"s", "small", "span", "strong", "strike", "sub", "sup", "tt", "u", "var"}

// maxOpen is the number of open elements that are known, as in browsers.
const maxOpen = 512

// hidden reports whether text is not shown here.
func (e *elements) hidden() bool {
	return e.none > 0 || len(e.open) > 0 && e.open[len(e.open)-1].unseen
}

// raw returns the name of the element whose content, which is read, has no tags; "" if it may have some.
func (e *elements) raw() string {
	if n := len(e.open); n > 0 && !e.open[n-1].foreign && traits[e.open[n-1].name]&raw != 0 {
		return e.open[n-1].name
	}
	return ""
}

// foreign reports whether tags are those of SVG or MathML here.
func (e *elements) foreign() bool {
	n := len(e.open)
	return n > 0 && e.open[n-1].foreign && !slices.Contains(holdsHTML, e.open[n-1].name)
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
		return e.visible(traits[name].shows())
	}
	e.imply(name)
	return e.begin(element{name: name, foreign: name == "svg" || name == "math"}, traits[name], t)
}

// begin begins an element, and returns what its tag shows.
func (e *elements) begin(new element, has trait, t *tag) rune {
	new.silent = t.silent()
	shown := nothing
	if !new.silent {
		shown = e.visible(has.shows())
	}
	if has&void != 0 || new.foreign && t.closed {
		return shown
	}
	if (new.name == "html" || new.name == "body") && e.find(new.name, 0) >= 0 {
		return shown
	}
	new.none = new.silent || has&hides != 0
	new.own = t.style.visibility != ""
	new.unseen = t.style.visibility == "hidden" || t.style.visibility == "collapse" || !new.own && len(e.open) > 0 && e.open[len(e.open)-1].unseen
	e.push(new)
	return shown
}

// visible returns what a tag shows, or nothing where nothing is shown.
func (e *elements) visible(shown rune) rune {
	if e.none > 0 {
		return nothing
	}
	return shown
}

// shows returns what the tags of an element show.
func (has trait) shows() rune {
	switch {
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

// find returns the place of the innermost open element of a name, which no element with one of some traits is inside of,
// or -1.
func (e *elements) find(name string, barrier trait) int {
	for i := len(e.open) - 1; i >= 0; i-- {
		if e.open[i].name == name {
			return i
		}
		if !e.open[i].foreign && traits[e.open[i].name]&barrier != 0 {
			return -1
		}
	}
	return -1
}

// pop closes an element and those in it, except formats, which go on unless it is a cell.
func (e *elements) pop(at int) {
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

// close closes the innermost element of one of some names, if there is one before a barrier.
func (e *elements) close(barrier trait, names ...string) {
	at := -1
	for _, name := range names {
		at = max(at, e.find(name, barrier))
	}
	if at >= 0 {
		e.pop(at)
	}
}
