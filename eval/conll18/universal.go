package conll18

import "strings"

// What the CoNLL 2018 measures know of Universal Dependencies v2; read only.
var (
	// contentRelations mark the words that CLAS, MLAS and BLEX score.
	contentRelations = strings.Fields(`nsubj obj iobj csubj ccomp xcomp obl vocative expl
		dislocated advcl advmod discourse nmod appos nummod acl amod conj fixed
		flat compound list parataxis orphan goeswith reparandum root dep`)
	// functionRelations mark the children that MLAS compares.
	functionRelations = strings.Fields(`aux cop mark det clf case cc`)
	// universalFeatures are the features that UFeats compares.
	universalFeatures = strings.Fields(`PronType NumType Poss Reflex Foreign Abbr Gender
		Animacy Number Case Definite Degree VerbForm Mood Tense Aspect Voice
		Evident Polarity Person Polite`)
)
