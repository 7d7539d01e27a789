package fsa

// Linear returns the acceptor of one string, at weight 0: a chain of states. An
// epsilon in the string is left out. It is [Words] of that string.
func Linear(symbols ...Symbol) *Transducer { return Words(symbols) }

// Words returns the acceptor of a finite set of strings, at weight 0 each. It is the
// tree of their prefixes, numbered as they are met, and so deterministic; that of no
// strings is empty. Epsilons in strings are left out.
//
// Precondition: none. O(symbols) time. Reference: Fredkin 1960, Trie memory.
func Words(words ...[]Symbol) *Transducer {
	type step struct {
		from   State
		symbol Symbol
	}
	t, next := &Transducer{}, map[step]State{}
	if len(words) > 0 {
		t.SetStart(t.AddState())
	}
	for _, word := range words {
		q := t.start
		for _, x := range word {
			if x == Epsilon {
				continue
			}
			to, known := next[step{q, x}]
			if !known {
				to = t.AddState()
				t.Add(q, x, One, to)
				next[step{q, x}] = to
			}
			q = to
		}
		t.SetFinal(q, One)
	}
	return t
}
