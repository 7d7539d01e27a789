package signs

import "errors"

// newMarkdown refuses Markdown in a program inside JavaScript, where others make HTML of it: what reads it would make the
// program larger by 1.4 MB.
func newMarkdown() (Reader, error) {
	return nil, errors.New("text: Markdown is not read here; HTML that is made of it is")
}
