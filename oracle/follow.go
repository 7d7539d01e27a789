package oracle

import "parser/transition"

// Follow leads c to a terminal configuration by moves of least cost: the first of these moves, with
// its first label that adds nothing to the cost. visit sees each step before it is taken.
func Follow(o Oracle, s transition.System, c *transition.Config, visit func(transition.Step)) error {
	var costs Costs
	var labels LabelCosts
	for !s.Terminal(c) {
		legal := s.Legal(c)
		if err := o.Moves(&costs, c, legal); err != nil {
			return err
		}
		step := transition.Step{Label: transition.None}
		for step.Move = range costs.Best(legal).All() {
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
