package serve

import (
	"fmt"

	"github.com/VictoriaMetrics/metrics"
)

// measures are what /metrics returns, in the text format of Prometheus. Clients cannot choose the value of any label.
type measures struct {
	*metrics.Set
	inFlight *metrics.Gauge // requests
}

func newMeasures(models func() float64) measures {
	metrics.ExposeMetadata(true) // the type of each, for all sets
	m := measures{Set: metrics.NewSet()}
	m.NewGauge("parser_models", models)
	m.inFlight = m.NewGauge("parser_requests_in_flight", nil)
	m.panics()
	return m
}

func (m measures) panics() *metrics.Counter { return m.GetOrCreateCounter("parser_panics_total") }

// by returns the counter of a name for one value of a label.
func (m measures) by(name, label, value string) *metrics.Counter {
	return m.GetOrCreateCounter(fmt.Sprintf("%s{%s=%q}", name, label, value))
}

// bounds of the classes of durations go from half a millisecond to 16 seconds.
var bounds = metrics.ExponentialBuckets(0.0005, 2, 16)

func (m measures) answered(c *call) {
	m.GetOrCreateCounter(fmt.Sprintf("parser_requests_total{route=%q,status=\"%d\"}", c.route.path, c.status)).Inc()
	m.GetOrCreatePrometheusHistogramExt(fmt.Sprintf("parser_request_duration_seconds{route=%q}", c.route.path), bounds).UpdateDuration(c.start)
	if c.reason != "" {
		m.by("parser_refused_total", "reason", c.reason).Inc()
	} else if c.model != "" {
		m.by("parser_sentences_total", "model", c.model).Add(c.sentences)
		m.by("parser_words_total", "model", c.model).Add(c.words)
	}
}

func (s *Server) measurements(c *call) error {
	c.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	s.metrics.WritePrometheus(c)
	metrics.WriteProcessMetrics(c)
	return nil
}
