package signs

import "parser/conll/textfile"

// lookahead reads signs before they are taken.
type lookahead struct {
	from   Reader
	markup bool   // they have some, so that a line break is forced
	signs  []Sign // that were read, and what they show now …
	taken  int    // … and how many of them were taken
	err    error  // what comes after them
}

const longestEnd = 100 // of a line end and what is around it, in characters

// coming returns the signs that were read and not yet taken.
func (l *lookahead) coming() []Sign { return l.signs[l.taken:] }

// peek returns a sign that comes n signs after the next one.
func (l *lookahead) peek(in *textfile.Reader, n int) (c Sign, err error) {
	if at := l.taken + n; at < len(l.signs) {
		return l.signs[at], nil
	}
	if l.taken == len(l.signs) {
		l.signs, l.taken = l.signs[:0], 0
	}
	for len(l.signs) <= l.taken+n {
		if l.err != nil {
			return Sign{}, l.err
		}
		if c, l.err = l.from.Next(in); l.err == nil {
			l.signs = append(l.signs, c)
		}
	}
	return l.signs[l.taken+n], nil
}

// take returns the next sign, which peek has shown.
func (l *lookahead) take() Sign {
	l.taken++
	return l.signs[l.taken-1]
}

// lineEnd returns where the blanks and the markup end that begin n signs after the next one, and how many line ends they
// have: 0 if no text follows.
func (l *lookahead) lineEnd(in *textfile.Reader, n int) (end, lines int) {
	for end = n; end <= longestEnd && lines < 2; end++ {
		c, err := l.peek(in, end)
		switch {
		case err != nil, l.markup && c.Shown == lineBreak, c.Shown == paragraphBreak:
			return end, 0
		case c.Shown >= 0 && !IsBlank(c.Shown):
			return end, lines
		case c.File == '\n':
			lines++
		}
	}
	return end, 0
}
