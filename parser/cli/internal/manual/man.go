package manual

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// Man writes the manual page of a command for a version of the program and its day, such as 2001-02-03, which may be "".
// Its name is [Command.Page] in section 1.
func (c *Command) Man(w io.Writer, version, day string) error {
	var text strings.Builder
	program, _, _ := strings.Cut(c.Path, " ")
	fmt.Fprintf(&text, ".TH %s 1 %q %s\n.nh\n", quotedRoff(strings.ToUpper(c.Page())), day, quotedRoff(program+" "+version))
	fmt.Fprintf(&text, ".SH NAME\n%s \\- %s\n", roff(c.Page()), roff(c.Usage))
	if c.UsageText != "" {
		text.WriteString(".SH SYNOPSIS\n")
		for i, line := range strings.Split(c.UsageText, "\n") {
			if i > 0 {
				text.WriteString(".br\n")
			}
			fmt.Fprintf(&text, ".B %s\n", roff(strings.TrimSpace(line)))
		}
	}
	if c.Description != "" {
		text.WriteString(".SH DESCRIPTION\n" + paragraphs(c.Description))
	}
	if len(c.Commands) > 0 {
		text.WriteString(".SH COMMANDS\n")
		for _, below := range c.Commands {
			fmt.Fprintf(&text, ".TP\n.B %s\n%s\n", roff(strings.Join(below.Names(), ", ")), roff(below.Usage))
		}
	}
	text.WriteString(".SH OPTIONS\n")
	options := map[string]string{} // by category
	for _, f := range c.Flags {
		options[f.Category] += f.man()
	}
	for _, category := range slices.Sorted(maps.Keys(options)) {
		if category != "" {
			fmt.Fprintf(&text, ".SS %s\n", roff(category))
		}
		text.WriteString(options[category])
	}
	for table := range strings.SplitSeq(strings.TrimSpace(c.Tables), "\n\n") { // each below a line in capitals
		if heading, rows, ok := strings.Cut(table, "\n"); ok {
			fmt.Fprintf(&text, ".SH %s\n%s", roff(strings.TrimSuffix(heading, ":")), asItIs(rows))
		}
	}
	related := c.Commands
	if program != c.Path {
		related = []*Command{{Path: c.Path[:strings.LastIndexByte(c.Path, ' ')]}}
	}
	var pages []string
	for _, other := range related {
		pages = append(pages, fmt.Sprintf(".BR %s (1)", roff(other.Page())))
	}
	fmt.Fprintf(&text, ".SH SEE ALSO\n%s\n", strings.Join(pages, ",\n"))
	_, err := io.WriteString(w, text.String())
	return err
}

// Page is the name of the manual page of a command.
func (c *Command) Page() string { return strings.ReplaceAll(c.Path, " ", "-") }

func (f *Flag) man() string {
	var names []string
	for _, name := range f.dashed() {
		name = `\fB` + roff(name) + `\fR`
		if f.Value != "" {
			name += ` \fI` + roff(f.Value) + `\fR`
		}
		names = append(names, name)
	}
	usage := f.Usage
	if f.Value != "" && f.Default != "" {
		usage += " (default: " + f.Default + ")"
	}
	return ".TP\n" + strings.Join(names, ", ") + "\n" + roff(usage) + "\n"
}

// paragraphs fills all lines except indented ones.
func paragraphs(text string) string {
	var out strings.Builder
	for i, block := range strings.Split(text, "\n\n") {
		if i > 0 {
			out.WriteString(".PP\n")
		}
		for line := range strings.SplitSeq(block, "\n") {
			if strings.HasPrefix(line, " ") || strings.HasPrefix(line, "\t") {
				out.WriteString(asItIs(line))
			} else {
				out.WriteString(roff(line) + "\n")
			}
		}
	}
	return out.String()
}

func asItIs(text string) string { return ".nf\n" + roff(text) + "\n.fi\n" }

var roffEscapes = strings.NewReplacer(`\`, `\e`, `-`, `\-`, "…", "...", "−", `\-`, "·", `\(pc`)

func roff(text string) string {
	lines := strings.Split(roffEscapes.Replace(text), "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}

func quotedRoff(text string) string { return `"` + strings.ReplaceAll(roff(text), `"`, `\(dq`) + `"` }
