const names = [
  "requests",
  "noBids",
  "bids",
  "wins",
  "losses",
  "refused",
  "timeouts",
  "failures",
  "files",
  "impressions",
  "billed",
  "measured",
  "viewable",
  "clicks",
  "videoSteps",
  "videoCompletes",
  "failedLoads",
] as const;

export type Counters = Record<(typeof names)[number], number>;

export const newCounters = (): Counters => Object.fromEntries(names.map((name) => [name, 0])) as Counters;
