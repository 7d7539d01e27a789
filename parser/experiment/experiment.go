// Package experiment trains many parsers and compares them: in grids of systems, oracles
// and exploration, and in the rows of published tables.
//
//	g := experiment.Grid{
//		Systems: []string{"arc-eager"}, Oracles: []string{"static", "dynamic"},
//		Explore: []float64{0}, Seeds: []uint64{1}, Options: parser.DefaultOptions(),
//	}
//	runs, err := g.Train(ctx, train, dev, experiment.GridObserver{})
package experiment
