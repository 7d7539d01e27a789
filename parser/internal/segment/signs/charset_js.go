package signs

// charsetOf knows no encoding: what JavaScript has of a page is UTF-8 already.
func charsetOf(string) (usual string, ok bool) { return "", false }
