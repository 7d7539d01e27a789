package signs

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
	"meter":   space | hides, "progress": space | hides, "svg": space,
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

// inTable are the names of parts of tables; those further right are in those further left.
var (
	inTable  = []string{"caption", "colgroup", "tbody", "tfoot", "thead", "tr", "td", "th"}
	headings = []string{"h1", "h2", "h3", "h4", "h5", "h6"}
	inRuby   = []string{"dd", "dt", "li", "optgroup", "option", "p", "rb", "rp", "rt", "rtc"}
)
