package oracle

import "parser/transition"

// Follow leads c to a terminal configuration by moves of least cost: of several the first, with the
// first of its labels that adds nothing to it. Before each step is taken it is shown to visit.
func Follow(o Oracle, s transition.System, c *transition.Config, visit func(transition.Step)) error {
	var costs Costs
	var labels LabelCosts
	for !s.Terminal(c) {
		if err := o.Moves(&costs, c); err != nil {
			return err
		}
		step := transition.Step{Label: transition.None}
		for step.Move = range costs.Best(s.Legal(c)).All() {
			break
		}
		if step.Move.Labelled() {
			if err := o.Labels(&labels, c, step.Move); err != nil {
				return err
			}
			step.Label = labels.First()
		}
		visit(step)
		s.Apply(c, step.Move, step.Label)
	}
	return nil
}
