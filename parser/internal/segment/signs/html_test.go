package signs

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding/charmap"

	"parser/conll/textfile"
	"parser/parser/text"
)

func TestHTML(t *testing.T) {
	for _, c := range []struct {
		file string
		want []string
	}{
		{"<p>One <b>t</b>wo</p>three", []string{"¶ One two", "¶ three"}},
		{"<title>A</title><body class='a>b' id=c>x\n\n y<br/>z<BR>w", []string{"¶ x y", "z", "w"}},
		{"a<!-- <p> -->b<!---->c<!-->d<!-- x --!>e<!- f>g<?php x ?>h</ i>j</>k", []string{"¶ abcdeghjk"}},
		{"<ul><li>one<li>two</ul><table><tr><td>x<td>y</table>", []string{"¶ one", "two", "¶ x", "y"}},
		{"a <script>if (x < y && '</p>') { \"</scrip\" }</SCRIPT >b<style>p{}</style> c", []string{"¶ a b c"}},
		{"a<pre>x <code>y</code> &amp; z</pre>b <code>c<code>d</code>e</code>f", []string{"¶ a", "¶ b f"}},
		{"&lt;b&gt; &amp;amp; &#8217;&#x41;&eacute;&fjlig; a&nbsp;b &nosuch; &notit; & &; &#; c&semi;",
			[]string{"¶ <b> &amp; ’Aéfj a b &nosuch; &notit; & &; &#; c;"}},
		{"1 < 2 <3 a<b c>d</b>", []string{"¶ 1 < 2 <3 ad"}},
		{"<a href=x title=\"y > z\" z=it's>t</a>", []string{"¶ t"}},
		{"sys&shy;tem pol\u00adicy <img src=x>y&#10;&#10;z", []string{"¶ system policy y z"}},
		{"a<p", []string{"¶ a"}},
		{"a<p title='x>b", []string{"¶ a"}},
		{"a<", []string{"¶ a<"}},
		{"a<script>b", []string{"¶ a"}},
		{"<p> <!-- x", nil},
	} {
		checkMarkup(t, c.file, text.Options{Markup: text.HTML}, c.want...)
	}
}

// What browsers do not show is skipped, where its end is missing as well, and what is beside it stays as it was.
func TestHiddenHTML(t *testing.T) {
	for file, want := range map[string][]string{
		"<p hidden>a</p><p style='display:none'>b</p><template>c</template><noscript>d <p>e</noscript>f":       {"¶ f"},
		"a<iframe>b</iframe>c<video>d</video>e<textarea>f <p></textarea>g<select><option>h<option>i</select>j": {"¶ a c e g j"},
		"x<button>Go</button>y<audio>a</audio>z<canvas><p>b</p></canvas>w<object><p>c</object>v<input>u":       {"¶ x Go y z w v u"},
		"<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby>字 <ruby>東<rt>とう<rb>京<rt>きょう</ruby>だ":                     {"¶ 漢字 東京だ"},
		"<P HIDDEN=until-found>a<div>b</div>c":                                                                                   {"¶ b", "¶ c"},
		"<ul><li hidden>a<li>b<ul><li hidden>c</ul>d</ul><dl><dt hidden>e<dd>f</dl>":                                             {"¶ b", "¶ d", "¶ f"},
		"<table><tr hidden><td>a<td>b<tr><td>c<td hidden>d<td>e<tbody hidden><tr><td>f<tbody><tr><td>g</table>":                  {"¶ c", "e", "¶ g"},
		"<div hidden><div>a</div>b<p>c</div>d<div>e":                                                                             {"¶ d", "¶ e"},
		"<p>a<span hidden>b</p>c<p><b hidden>d</p>e</b>f":                                                                        {"¶ a", "¶ c", "¶ f"},
		"a<input type=hidden>b<span hidden>c</span>d<template>e</template>f":                                                     {"¶ abdf"},
		"a <br hidden>b<hr hidden>c <img hidden>d":                                                                               {"¶ a bc d"},
		"<i style='visibility: hidden'>a<b style=visibility:visible>b</b>c</i>d<i style='visibility:collapse'>e":                 {"¶ bd"},
		"<p style='color:red;DISPLAY : NONE !important'>a<p style='display:none;display:block'>b<p hidden style=display:block>c": {"¶ b", "¶ c"},
		"<dialog>a</dialog><dialog open>b</dialog><details><summary>c</summary>d</details><div popover>e</div>":                  {"¶ b", "¶ c", "¶ d"},
		"a<svg><title>b</title><desc>c</desc><style>d</style><defs><text>e</text></defs><path d='M0'/><text x=1>f</text></svg>g": {"¶ a", "f", "g"},
		"a<math><mi>x</mi><annotation>y</annotation></math>b":                                                                    {"¶ axb"},
		"<svg><g hidden><p>a":                    {"¶ a"},
		"<title>a<b>c</TITLE >b<xmp><p>d</xmp>e": {"¶ b", "¶ e"},
		"<select><optgroup label=x><option>a<div>b</select>c<datalist><option>d</datalist>": {"¶ c"},
		"<a hidden>a<a>b</a> <button hidden>c<button>d":                                     {"¶ b d"},
		"<h1 hidden>a</h2>b<h2 hidden>c<h3>d":                                               {"¶ b", "¶ d"},
		"<body hidden>a</body>b":                                                            nil,
		"<my-element hidden>a<p>b</my-element>c</p>d<my-element-that-has-an-extremely-long-name hidden>e</my-element-that-has-an-extremely-long-name>f": nil,
		"<p title='<b hidden>' data-hidden aria-hidden=true style=x id=hidden>a</div>b</span>c":                                                         {"¶ abc"},
		"<p title=a/ hidden>a<p/hidden>b<p =hidden>c<p a = 'b'hidden>d<p style=\"background:url('a;b');display:none\">e":                                {"¶ c"},
		"<template><template>a</template>b<p>c</template>d":                                                                                             {"¶ d"},
		"<script>a</scr</script>b<style>c<p>d</style>e<script>f":                                                                                        {"¶ be"},
	} {
		checkMarkup(t, file, text.Options{Markup: text.HTML}, want...)
	}
	deep := strings.Repeat("<div>", 2*maxOpen) + "<p hidden>a<p>b" + strings.Repeat("</div>", 2*maxOpen) + "<i hidden>c</i>d"
	checkMarkup(t, deep, text.Options{Markup: text.HTML}, "¶ b", "¶ d")
	checkMarkup(t, strings.Repeat("<i hidden>", 2*maxOpen)+"a", text.Options{Markup: text.HTML})
	checkMarkup(t, "a\n\n<div hidden>\n\nb *c*\n\n</div>\n\nd <span hidden>e\n\nf `g` <i hidden>h</i>i\n\n<p hidden>j\n\nk",
		text.Options{Markup: text.Markdown}, "¶ a", "¶ d", "¶ f i", "¶ k")
}

// page is a random page: hidden words are "h1", "h2" …, the others are "w1", "w2" ….
type page struct {
	*rand.Rand
	strings.Builder
	words int
	shown []string
}

func (p *page) word(hidden bool) {
	p.words++
	if hidden {
		fmt.Fprintf(p, " h%d ", p.words)
		return
	}
	fmt.Fprintf(p, " w%d ", p.words)
	p.shown = append(p.shown, fmt.Sprintf("w%d", p.words))
}

func (p *page) one(of ...string) string { return of[p.IntN(len(of))] }

// blocks writes some blocks; some lack an end tag that may be left out.
func (p *page) blocks(hidden bool, depth int) {
	for range 1 + p.IntN(3) {
		self := hidden
		attribute := ""
		if p.IntN(3) == 0 {
			self, attribute = true, p.one(" hidden", " HIDDEN=''", " style='display:none'", " style=\"x:y; display : none;\"", " class=a hidden id=b")
		}
		switch name := p.one("p", "p", "div", "section", "h2", "ul", "table", "blockquote", "details"); {
		case name == "p" || name == "h2" || depth == 0:
			fmt.Fprintf(p, "<p%s>", attribute)
			p.inline(self, depth)
			p.WriteString(p.one("</p>", ""))
		case name == "ul":
			fmt.Fprintf(p, "<ul%s>", attribute)
			for range p.IntN(3) {
				item := p.IntN(3) == 0
				p.WriteString(map[bool]string{true: "<li hidden>", false: "<li>"}[item])
				p.inline(self || item, depth)
				p.WriteString(p.one("</li>", ""))
			}
			p.WriteString("</ul>")
		case name == "table":
			fmt.Fprintf(p, "<table%s>", attribute)
			for range p.IntN(3) {
				row := p.IntN(3) == 0
				p.WriteString(map[bool]string{true: "<tr hidden>", false: "<tr>"}[row])
				for range p.IntN(3) {
					p.WriteString(p.one("<td>", "<th>"))
					p.blocks(self || row, depth-1)
				}
				p.WriteString(p.one("</tr>", ""))
			}
			p.WriteString("</table>")
		default:
			fmt.Fprintf(p, "<%s%s>", name, attribute)
			p.blocks(self, depth-1)
			fmt.Fprintf(p, "</%s>", name)
		}
	}
}

// inline writes words with elements in the line.
func (p *page) inline(hidden bool, depth int) {
	for range 1 + p.IntN(3) {
		p.word(hidden)
		switch name := p.one("b", "span", "a", "x-y", "script", "template", "noscript", "textarea", "ruby", "select", "svg", "br", "video"); name {
		case "br":
			p.WriteString("<br>")
		case "b", "span", "a", "x-y":
			self := p.IntN(3) == 0
			fmt.Fprintf(p, "<%s%s>", name, map[bool]string{true: " hidden"}[self])
			if p.word(hidden || self); depth > 0 && name != "a" {
				p.inline(hidden || self, depth-1)
			}
			fmt.Fprintf(p, "</%s>", name)
		case "ruby":
			p.WriteString("<ruby>")
			p.word(hidden)
			p.WriteString("<rt>")
			p.word(true)
			p.WriteString(p.one("</rt>", "") + "</ruby>")
		case "svg":
			p.WriteString("<svg><title>")
			p.word(true)
			p.WriteString("</title><path d='x'/><text>")
			p.word(hidden)
			p.WriteString("</text></svg>")
		default:
			fmt.Fprintf(p, "<%s>", name)
			p.word(true)
			fmt.Fprintf(p, "</%s>", name)
		}
	}
}

// Of random pages exactly what is not hidden is shown, in its order.
func TestRandomPages(t *testing.T) {
	for seed := range uint64(300) {
		p := &page{Rand: rand.New(rand.NewPCG(seed, 5))}
		p.blocks(false, 3)
		shown := strings.Fields(strings.Join(lines(check(t, p.String(), text.Options{Markup: text.HTML}, Words{}), text.HTML), " "))
		require.Equal(t, strings.Join(p.shown, ""), strings.ReplaceAll(strings.Join(shown, ""), "¶", ""), p.String())
	}
}

// Pages say their encoding in the first 1,024 bytes; a byte order mark, or who opens the file, decides before that.
func TestCharset(t *testing.T) {
	const body = "<p>“caf\u00e9” ž"
	western, err := charmap.Windows1252.NewEncoder().String(body)
	require.NoError(t, err)
	read := func(page, named string) []string {
		f, err := textfile.New(strings.NewReader(page), "f")
		require.NoError(t, err)
		require.NoError(t, f.Decode(named))
		r, err := Of(text.Options{Markup: text.HTML}, Words{})
		require.NoError(t, err)
		var all []Sign
		for c, err := r.Next(f); err == nil; c, err = r.Next(f) {
			if !c.IsUTF8() {
				return []string{f.Misfit(nil)}
			}
			all = append(all, c)
		}
		return lines(all, text.HTML)
	}
	for _, head := range []string{
		"<meta charset=windows-1252>", "<html><head>\n<META CharSet = \"ISO-8859-1\" />", "<meta http-equiv='content-type' content='text/html; charset=latin1'>",
		"<?xml version=\"1.0\" encoding='cp1252'?>", "<!-- <meta charset=utf-8> --><meta name=x><meta charset='x-cp1252'>" + strings.Repeat(" ", 900),
	} {
		require.Equal(t, []string{"¶ “café” ž"}, read(head+western, ""), head)
		require.Equal(t, []string{"¶ “café” ž"}, read("\ufeff"+head+body, ""), head)
		require.Equal(t, []string{"¶ “café” ž"}, read(head+body, "utf-8"), head)
	}
	for _, head := range []string{"", "<meta charset=klingon>", "<meta charset=utf-16>", "<meta name=charset>",
		strings.Repeat(" ", 1024) + "<meta charset=latin1>"} {
		require.Equal(t, []string{"¶ “café” ž"}, read(head+body, ""), head)
		require.Contains(t, read(head+western, "")[0], "not UTF-8", head)
	}
	require.True(t, slices.Contains(read("<meta charset=koi8-r>\xd0", ""), "¶ п"))
}
