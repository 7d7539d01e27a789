package serve

import (
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// metrics are what /metrics returns. Clients cannot choose the value of any label.
type metrics struct {
	registry  *prometheus.Registry
	durations *prometheus.HistogramVec
	inFlight  prometheus.Gauge
	panics    prometheus.Counter

	requests, refused, sentences, words, reloads *prometheus.CounterVec
}

func newMetrics(models func() float64) *metrics {
	counter := func(name, help string, labels ...string) *prometheus.CounterVec {
		return prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
	}
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: counter("parser_requests_total", "Requests that were answered, by route and status.", "route", "status"),
		durations: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "parser_request_duration_seconds", Help: "Time from the header of a request to its answer, by route.",
			Buckets: prometheus.ExponentialBuckets(0.0005, 2, 16), // to 16 seconds
		}, []string{"route"}),
		refused:   counter("parser_refused_total", "Requests that were not answered with what they ask for, by reason.", "reason"),
		sentences: counter("parser_sentences_total", "Sentences that were parsed, by model.", "model"),
		words:     counter("parser_words_total", "Words that were parsed, by model.", "model"),
		reloads:   counter("parser_reloads_total", "Times that models were loaded again, by result.", "result"),
		inFlight:  prometheus.NewGauge(prometheus.GaugeOpts{Name: "parser_requests_in_flight", Help: "Requests that are being answered."}),
		panics:    prometheus.NewCounter(prometheus.CounterOpts{Name: "parser_panics_total", Help: "Requests that a mistake of this program has ended."}),
	}
	m.registry.MustRegister(
		m.requests, m.durations, m.refused, m.sentences, m.words, m.reloads, m.inFlight, m.panics,
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "parser_models", Help: "Models that are served."}, models),
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}), collectors.NewBuildInfoCollector(),
	)
	return m
}

func (m *metrics) answered(c *call) {
	m.requests.WithLabelValues(c.route.path, strconv.Itoa(c.status)).Inc()
	m.durations.WithLabelValues(c.route.path).Observe(time.Since(c.start).Seconds())
	if c.reason != "" {
		m.refused.WithLabelValues(c.reason).Inc()
	} else if c.model != "" {
		m.sentences.WithLabelValues(c.model).Add(float64(c.sentences))
		m.words.WithLabelValues(c.model).Add(float64(c.words))
	}
}

func (s *Server) measurements(c *call) error {
	promhttp.HandlerFor(s.metrics.registry, promhttp.HandlerOpts{}).ServeHTTP(c, c.request)
	return nil
}
