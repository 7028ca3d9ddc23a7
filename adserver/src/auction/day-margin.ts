/**
 * The operator's minimum margin of one campaign on one day, in this process. Each bid leaves it by its own limit, but an
 * exchange also bills impressions that are not charged: invalid ones, late ones, and those beyond the budget. What they cost
 * is made up for by lower bids on the same day, or else on the next one.
 */
export type DayMargin = {
  dayOn: string;
  /** What media may cost by the minimum margins of the exchanges that sold the charged impressions. */
  allowedMicros: number;
  costMicros: number;
  /** What the last charged impression was allowed to cost. */
  perImpression: number;
  /** The part of the highest bid that is left for the next one. */
  factor: number;
  /** Bids that caution lowered or prevented since it let one win. */
  missed: number;
};

/** A deficit of so many impressions lowers bids to the least part, so it is made up for within some dozens. */
const impressionsToRecover = 10;
/** Bids are lowered before there is a deficit, unless this part of what was allowed is left. */
const reserve = 0.01;
const maxReserve = impressionsToRecover / 2;
/** Lower bids would hardly win, and then nothing would be made up for. */
const leastFactor = 0.5;
/** One charged impression pays for itself and for one that is not charged, whatever rounding adds. */
const leastCovered = 0.49;
/** So many bids are lowered before caution gives way to an expensive market, and so many more until it has. */
const cautiousBids = 16;
const relaxingBids = 32;
/** It gives way so much slower while the day is below its margin. */
const slowerBelow = 8;

/** A new day makes up for what the day before it could not. */
export const newDayMargin = (dayOn: string, before?: DayMargin): DayMargin => ({
  dayOn,
  allowedMicros: 0,
  costMicros: before === undefined ? 0 : Math.max(0, before.costMicros - before.allowedMicros),
  perImpression: 0,
  factor: 1,
  missed: 0,
});

/** Notes charged impressions and the minimum margin, in percent, of the exchange that sold them. */
export function noteCharge(margin: DayMargin, chargeMicros: number, minimum: number, impressions = 1): void {
  if (chargeMicros === 0) return;
  const allowedMicros = (chargeMicros * (100 - minimum)) / 100;
  margin.perImpression = allowedMicros / impressions;
  margin.allowedMicros += allowedMicros;
  adjust(margin);
}

/** Notes the media cost of impressions, charged or not. */
export function noteCost(margin: DayMargin, costMicros: number): void {
  margin.costMicros += costMicros;
  margin.missed = Math.max(0, margin.missed - cautiousBids);
  adjust(margin);
}

/**
 * The part of an impression's highest cost that the next bid may use: all of it if the day keeps its margin even if that
 * impression is never charged, or else what is left above the minimum, or a little less than half. It rises while such bids
 * do not win.
 */
export function coveredPart({ allowedMicros, costMicros, missed }: DayMargin, mayCostMicros: number): number {
  const covered = (allowedMicros - costMicros) / mayCostMicros;
  if (covered >= 1) return 1;
  const part = Math.max(leastCovered, covered);
  const waited = covered < 0 ? missed / slowerBelow : missed;
  return part + (1 - part) * Math.max(0, Math.min(1, (waited - cautiousBids) / relaxingBids));
}

function adjust(margin: DayMargin): void {
  const { allowedMicros, costMicros, perImpression } = margin;
  if (perImpression === 0) return;
  const left = allowedMicros - costMicros - Math.min(allowedMicros * reserve, perImpression * maxReserve);
  const part = 1 + left / (perImpression * impressionsToRecover);
  margin.factor = Math.max(leastFactor, Math.min(1, part));
}
