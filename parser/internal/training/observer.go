package training

import (
	"reflect"

	"parser/oracle"
	"parser/transition"
)

// Observer is told how training goes; nil functions are not called.
type Observer struct {
	Read     func(done, total int) // sentences that an encoder has read, before the first epoch
	Sentence func(done, total int) // within an epoch
	Epoch    func(Epoch)
	// Segmenter is called after the segmenter of a pipeline is trained, with the number of blanks around marks of the
	// treebank that people do not write, see spelling.Usual.
	Segmenter func(joined int)
	// Tagger is called after a tagger of a field is trained, with the number of folds tagged so far and that of all.
	Tagger func(field string, done, folds int)
	// Scorer is called before each of several scorers is trained, the n-th of the given number.
	Scorer func(kind string, n, of int)
	// Sum is called with each sum of several scorers that was tried on dev.
	Sum func(Sum)
	// Visited is called after each training sentence with the steps that training took through it, which are valid
	// until the next call; gold stays valid.
	Visited func(gold *oracle.Gold, steps []transition.Step)
	// Checkpoint saves the state, and has the state to resume from; nil does neither.
	Checkpoint *Checkpoint
}

// Together returns an observer with the checkpoint of the last of some observers, which tells all of them, one after the
// other. None of its functions is nil.
func Together(all ...Observer) Observer {
	own := all[len(all)-1]
	fields := reflect.ValueOf(&own).Elem()
	for i := range fields.NumField() {
		if fields.Field(i).Kind() != reflect.Func {
			continue
		}
		var tell []reflect.Value
		for _, o := range all {
			if f := reflect.ValueOf(o).Field(i); !f.IsNil() {
				tell = append(tell, f)
			}
		}
		fields.Field(i).Set(reflect.MakeFunc(fields.Field(i).Type(), func(args []reflect.Value) []reflect.Value {
			for _, f := range tell {
				f.Call(args)
			}
			return nil
		}))
	}
	return own
}
