/** Counters and one histogram in Prometheus' text format. Plain numbers in a map: they stand on the hot path. */
export type Metrics = {
  add(name: string, labels?: string, amount?: number): void;
  observe(name: string, seconds: number): void;
  gauge(name: string, read: () => number): void;
  /** A counter's present value; 0 where nothing was counted. */
  read(name: string, labels?: string): number;
  expose(): string;
};

const bounds = [0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25];

type Histogram = { counts: number[]; sum: number; count: number };

/** `labels` is written as Prometheus does, without braces: `reason="bot"`. Values must come from closed lists. */
export function createMetrics(): Metrics {
  const counters = new Map<string, Map<string, number>>();
  const histograms = new Map<string, Histogram>();
  const gauges = new Map<string, () => number>();
  return {
    add(name, labels = "", amount = 1) {
      let series = counters.get(name);
      if (series === undefined) {
        series = new Map();
        counters.set(name, series);
      }
      series.set(labels, (series.get(labels) ?? 0) + amount);
    },
    observe(name, seconds) {
      let histogram = histograms.get(name);
      if (histogram === undefined) {
        histogram = { counts: bounds.map(() => 0), sum: 0, count: 0 };
        histograms.set(name, histogram);
      }
      histogram.sum += seconds;
      histogram.count++;
      const bucket = bounds.findIndex((bound) => seconds <= bound);
      if (bucket >= 0) histogram.counts[bucket]!++;
    },
    gauge(name, read) {
      gauges.set(name, read);
    },
    read: (name, labels = "") => counters.get(name)?.get(labels) ?? 0,
    expose() {
      const lines: string[] = [];
      for (const [name, series] of counters) {
        lines.push(`# TYPE ${name} counter`);
        for (const [labels, value] of series) lines.push(`${name}${labels === "" ? "" : `{${labels}}`} ${value}`);
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
