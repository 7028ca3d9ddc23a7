// Non-null assertions: bucket indices are below the number of bounds.
/**
 * Counters and one histogram in Prometheus' text format. They are own plain numbers because they are incremented on the
 * hot path, where prom-client resolves labels by hashing for every increment.
 */
export type Metrics = {
  add(name: string, labels?: string, amount?: number): void;
  /** The counter behind `add`, for hot paths. */
  counter(name: string, labels?: string): Counter;
  histogram(name: string): Histogram;
  gauge(name: string, read: () => number): void;
  /** A counter's value; 0 where nothing was counted. */
  read(name: string, labels?: string): number;
  expose(): string;
};

const bounds = [0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25];

export type Counter = { count: number };
export type Histogram = { counts: number[]; sum: number; count: number };

export function observe(histogram: Histogram, seconds: number): void {
  histogram.sum += seconds;
  histogram.count++;
  let bucket = 0;
  while (bucket < bounds.length && seconds > bounds[bucket]!) bucket++;
  if (bucket < bounds.length) histogram.counts[bucket]!++;
}

/** `labels` is written as Prometheus does, without braces: `reason="bot"`. Values must come from closed lists. */
export function createMetrics(): Metrics {
  const counters = new Map<string, Map<string, Counter>>();
  const histograms = new Map<string, Histogram>();
  const gauges = new Map<string, () => number>();
  const counterOf: Metrics["counter"] = (name, labels = "") => {
    const series = counters.get(name) ?? new Map<string, Counter>();
    counters.set(name, series);
    const counter = series.get(labels) ?? { count: 0 };
    series.set(labels, counter);
    return counter;
  };
  return {
    add(name, labels, amount = 1) {
      counterOf(name, labels).count += amount;
    },
    counter: counterOf,
    histogram(name) {
      const histogram = histograms.get(name) ?? { counts: bounds.map(() => 0), sum: 0, count: 0 };
      histograms.set(name, histogram);
      return histogram;
    },
    gauge(name, read) {
      gauges.set(name, read);
    },
    read: (name, labels = "") => counters.get(name)?.get(labels)?.count ?? 0,
    expose() {
      const lines: string[] = [];
      for (const [name, series] of counters) {
        lines.push(`# TYPE ${name} counter`);
        for (const [labels, { count }] of series) lines.push(`${name}${labels === "" ? "" : `{${labels}}`} ${count}`);
      }
      for (const [name, read] of gauges) lines.push(`# TYPE ${name} gauge`, `${name} ${read()}`);
      for (const [name, { counts, sum, count }] of histograms) {
        lines.push(`# TYPE ${name} histogram`);
        let below = 0;
        bounds.forEach((bound, index) => {
          below += counts[index]!;
          lines.push(`${name}_bucket{le="${bound}"} ${below}`);
        });
        lines.push(`${name}_bucket{le="+Inf"} ${count}`, `${name}_sum ${sum}`, `${name}_count ${count}`);
      }
      return `${lines.join("\n")}\n`;
    },
  };
}
