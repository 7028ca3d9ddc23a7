import { Counter, type Histogram, type Registry } from "prom-client";

/**
 * Counters and histograms that are plain numbers until prom-client collects them: its own `inc` and `observe` check and
 * hash labels each time, which takes up to a microsecond and is too much for a bid.
 */
export type Tally = { count: number };

/** The tallies of one metric by the value of its label. Values come from closed lists. */
export type Tallies<Value extends string> = { of(value: Value): Tally };

/** A counter without labels. */
export function tally(registry: Registry, name: string, help: string): Tally {
  const held: Tally = { count: 0 };
  new Counter({
    name,
    help,
    registers: [registry],
    collect() {
      this.reset();
      this.inc(held.count);
    },
  });
  return held;
}

/** A counter with one label. */
export function tallies<Value extends string>(
  registry: Registry,
  name: string,
  help: string,
  label: string,
): Tallies<Value> {
  const series = new Map<Value, Tally>();
  new Counter({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    collect() {
      this.reset();
      for (const [value, { count }] of series) this.inc({ [label]: value }, count);
    },
  });
  return {
    of(value) {
      let held = series.get(value);
      if (held === undefined) {
        held = { count: 0 };
        series.set(value, held);
      }
      return held;
    },
  };
}

/** Upper bounds of the buckets, in seconds. */
const bounds = [0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25];

/** Durations by bucket; those above the last bound are only in `count`. */
export type Durations = { buckets: number[]; sum: number; count: number };

export function observe(durations: Durations, seconds: number): void {
  durations.sum += seconds;
  durations.count++;
  let bucket = 0;
  for (const bound of bounds) {
    if (seconds <= bound) {
      durations.buckets[bucket] = (durations.buckets[bucket] ?? 0) + 1;
      return;
    }
    bucket++;
  }
}

/** A histogram of durations in seconds. */
export function durationsOf(registry: Registry, name: string, help: string): Durations {
  const held: Durations = { buckets: bounds.map(() => 0), sum: 0, count: 0 };
  const value = (suffix: string, count: number, le?: number | "+Inf") => ({
    metricName: `${name}_${suffix}`,
    value: count,
    labels: le === undefined ? {} : { le },
  });
  const histogram = {
    name,
    async get() {
      let below = 0;
      const buckets = bounds.map((bound, at) => {
        below += held.buckets[at] ?? 0;
        return value("bucket", below, bound);
      });
      const totals = [value("bucket", held.count, "+Inf"), value("sum", held.sum), value("count", held.count)];
      return { name, help, type: "histogram", aggregator: "sum", values: [...buckets, ...totals] };
    },
  };
  // The registry reads only `name` and `get`; a Histogram cannot be given finished buckets.
  registry.registerMetric(histogram as unknown as Histogram);
  return held;
}
