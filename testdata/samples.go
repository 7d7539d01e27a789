// Package testdata has the samples that the program holds: small treebanks of English, in en/.
package testdata

import "embed"

//go:embed en/*.conllu en/*.mrg en/*.amr
var Samples embed.FS
