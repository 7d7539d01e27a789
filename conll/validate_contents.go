package conll

import "strings"

// contents checks what the third level asks of the enhanced graph of a sentence.
func (v *validator) contents(rows []row) {
	for i := range rows {
		r := &rows[i]
		if r.kind != wordRow && r.kind != emptyNodeRow || r.columns[8] == "_" {
			continue
		}
		deprel, deps := r.columns[7], r.columns[8]
		enhances := deps != r.columns[6]+":"+deprel
		v.enhances = v.enhances || enhances
		if base, _, _ := strings.Cut(deprel, ":"); base == "goeswith" && enhances {
			v.wrong(r, ClassEnhanced, "deps-goeswith", "DEPREL is %s, but DEPS %q has something else than HEAD:DEPREL", deprel, deps)
		}
		if r.kind == emptyNodeRow && v.emptyNode == 0 {
			if v.emptyNode = r.line; v.orphan > 0 {
				v.wrong(r, ClassEnhanced, "empty-node-orphan", "empty nodes take the place of orphan in DEPS, but there is one at line %d", v.orphan)
			}
		}
		if !strings.Contains(deps, ":orphan") {
			continue
		}
		for dep := range strings.SplitSeq(deps, "|") {
			_, relation, _ := strings.Cut(dep, ":")
			if base, _, _ := strings.Cut(relation, ":"); base != "orphan" {
				continue
			}
			if v.orphan == 0 {
				v.orphan = r.line
			}
			if v.emptyNode > 0 {
				v.wrong(r, ClassEnhanced, "deps-orphan", "%q, but empty nodes take the place of orphan: there is one at line %d", dep, v.emptyNode)
			}
			break
		}
	}
}

// copies checks, at the end of a treebank, that graphs are not all copies of the trees.
func (v *validator) copies() {
	if first := v.enhanced[1]; v.level >= LevelContents && first > 0 && !v.enhances {
		v.problem(first, 0, ClassEnhanced, "deps-copied", "all DEPS are HEAD:DEPREL: they should be empty if nothing is enhanced")
	}
}
