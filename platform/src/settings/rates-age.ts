const dayMs = 86_400_000;

/** Rates are published on working days, so older ones mean that something is wrong. The alert has the same limit. */
export const maxRatesAgeDays = 4;

/** Whole days since the rates' day (`YYYY-MM-DD`); 0 for rates of tomorrow. */
export const ratesAgeDays = (asOfOn: string, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - Date.parse(asOfOn)) / dayMs));
