package draw

// TextWidth is what tests of layouts know about the widths of texts.
func TextWidth(text string) float64 { return textWidth(text) }
