// Package imitation teaches learners to search by imitating an expert, as Algorithm 2 of
// Goodman, Vlachos & Naradowsky (2016) has it: in each round a policy takes trajectories
// through the search problem ([Task]), the roll-ins; from their states deviations are
// tried; what they cost, by the loss of where a second policy completes them, the
// roll-outs, is an example to learn from. An [Algorithm] is a choice of
//
//	roll-in      who takes the trajectories: expert, learned policy, a mixture
//	exploration  which deviations are priced: all, random ones, promising ones
//	roll-out     who completes them; or nobody, and the expert is asked what it would do
//	training     on which examples: each at once, those of the last round, all so far
//
// and the published algorithms are names of such choices (Table 2 there), see [Settings]:
//
//	             roll-in            roll-out               explore  training
//	exact        expert             none, 0/1              all      E_1
//	searn        mixture, drawn     mixture, by action     all      E_n
//	lols         learned            mixture, by trajectory all      E_1…E_n
//	scb-lols     learned            mixture, by trajectory random   E_1…E_n
//	smile        mixture, drawn     none, 0/1              all      E_1…E_n
//	dagger       mixture            none, 0/1              all      E_1…E_n
//	v-dagger     mixture            mixture, by action     all      E_1…E_n
//	aggrevate    learned            expert                 random   E_1…E_n
//	explore      mixture            expert                 all      each at once
//	l2s          mixture            expert                 all      each at once
//
// "Drawn" mixtures are of all classifiers learned so far, the others of the last one; the
// first round has the expert in the place of what is not yet learned. The policy that
// comes out is the last classifier alone, without the expert; for searn and smile, whose
// theory has the mixture, too, so that parsing involves no chance.
//
// The last two are online: explore is Goldberg & Nivre (2013), Algorithm 3, and l2s is
// Chang, He, Daumé III & Langford (2015). Where the expert knows the exact cost of each
// action, rolling out by it ends in just that cost, and nothing need be carried out.
package imitation
