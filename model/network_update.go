package model

// propagate sets delta to δ for the slope as it is.
func (n *networkLearner) propagate() {
	for j := range n.delta {
		sum := 0.0
		for i, k := range n.slope.classes {
			sum += float64(n.out.weights[j*n.classes+int(k)]) * n.slope.g[i]
		}
		n.delta[j] = sum * n.activation.slope(float64(n.h[j]))
	}
}

// derive sets dst to x times each of g.
func derive(dst, g []float64, x float64) []float64 {
	dst = dst[:0]
	for _, g := range g {
		dst = append(dst, g*x)
	}
	return dst
}

// inputRow returns the row of V and the value of the i-th input of the block; the
// last is the bias.
func (n *networkLearner) inputRow(i int) (row int, x float64) {
	if i == len(n.block.rows) {
		return 0, 1
	}
	return n.block.rows[i] + 1, float64(n.block.values[i])
}

// descendAll makes an update by a stepper.
func (n *networkLearner) descendAll(r stepper) {
	n.propagate()
	change := func(l *layer, row int, columns []Class, g []float64, x float64) {
		l.fetch(&n.now, row, columns)
		n.now.g = derive(n.now.g, g, x)
		r.step(n.now.w, n.now.now, n.now.g)
		l.put(&n.now, row, columns, n.time)
	}
	for j, h := range n.h {
		change(&n.out, j, n.slope.classes, n.slope.g, float64(h))
	}
	for i := range len(n.block.rows) + 1 {
		row, x := n.inputRow(i)
		change(&n.in, row, n.units, n.delta, x)
	}
	n.step(r)
}

// follow makes an update by a metric.
func (n *networkLearner) follow(r metric) {
	share := n.normalise(n.shrinkAll)
	n.measure(r, share)
	n.propagate()
	n.measureOut(r, share)
	n.measureIn(r, share)
	n.measureHidden()
	n.flow()
	n.propagate()
	n.moveIn()
	n.moveOut()
	n.descend()
}

// shrinkAll multiplies all weights of a feature.
func (n *networkLearner) shrinkAll(row int, factor float64) {
	n.shrink(row, factor)
	for k, w := range n.in.row(row + 1) {
		n.in.set((row+1)*n.hidden+k, bounded(factor*float64(w)), n.time)
	}
}

// measureRow sets dst to the rates of some columns of a row, times share.
func (n *networkLearner) measureRow(r metric, dst []float64, l *layer, row int, columns []Class, g []float64, x, share float64) {
	l.fetch(&n.now, row, columns)
	n.now.g = derive(n.now.g, g, x)
	r.rates(dst, n.now.now, n.now.g)
	l.put(&n.now, row, columns, n.time)
	for i := range dst {
		dst[i] *= share
	}
}

// measureOut sets the rates of U, where a hidden unit is as good as a feature of
// scale 1, and adds what they do to q.
func (n *networkLearner) measureOut(r metric, share float64) {
	c := len(n.slope.classes)
	n.rateOut = sized(n.rateOut, len(n.h)*c)
	for j, h := range n.h {
		rate := n.rateOut[j*c : (j+1)*c]
		n.measureRow(r, rate, &n.out, j, n.slope.classes, n.slope.g, float64(h), share)
		for k := range rate {
			n.q[k] += float64(h) * float64(h) * rate[k]
		}
	}
}

// measureIn sets the rates of V and reach.
func (n *networkLearner) measureIn(r metric, share float64) {
	clear(n.reach)
	n.rateIn = sized(n.rateIn, (len(n.block.rows)+1)*n.hidden)
	for i := range len(n.block.rows) + 1 {
		row, x := n.inputRow(i)
		share := share
		if row > 0 {
			share *= n.scaled(i)
		}
		rate := n.rateIn[i*n.hidden : (i+1)*n.hidden]
		n.measureRow(r, rate, &n.in, row, n.units, n.delta, x, share)
		for j := range rate {
			n.reach[j] += x * x * rate[j]
		}
	}
}

// measureHidden adds K_kk to q.
func (n *networkLearner) measureHidden() {
	for j, reach := range n.reach {
		row, slope := n.out.row(j), n.activation.slope(float64(n.h[j]))
		for i, k := range n.slope.classes {
			u := slope * float64(row[k])
			n.q[i] += u * u * reach
		}
	}
}

// moveIn moves V by δ.
func (n *networkLearner) moveIn() {
	for i := range len(n.block.rows) + 1 {
		row, x := n.inputRow(i)
		for j, w := range n.in.row(row) {
			n.in.set(row*n.hidden+j, bounded(float64(w)-n.rateIn[i*n.hidden+j]*n.delta[j]*x), n.time)
		}
	}
}

// moveOut moves U by the slope.
func (n *networkLearner) moveOut() {
	c := len(n.slope.classes)
	for j, h := range n.h {
		for i, k := range n.slope.classes {
			at := j*n.classes + int(k)
			n.out.set(at, bounded(float64(n.out.weights[at])-n.rateOut[j*c+i]*n.slope.g[i]*float64(h)), n.time)
		}
	}
}
