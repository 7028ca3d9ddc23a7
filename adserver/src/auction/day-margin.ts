/**
 * The operator's minimum margin of one campaign on one day, in this process. Each bid leaves it by its own limit, but an
 * exchange also bills impressions that are not charged: invalid ones, late ones, and those beyond the budget. What they cost
 * is made up for by lower bids on the same day.
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
};

/** A deficit of so many impressions lowers bids to the least part, so it is made up for within some dozens. */
const impressionsToRecover = 10;
/** Bids are lowered before there is a deficit, unless this part of what was allowed is left. */
const reserve = 0.01;
const maxReserve = impressionsToRecover / 2;
/** Lower bids would hardly win, and then nothing would be made up for. */
const leastFactor = 0.5;

export const newDayMargin = (dayOn: string): DayMargin => ({
  dayOn,
  allowedMicros: 0,
  costMicros: 0,
  perImpression: 0,
  factor: 1,
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
  adjust(margin);
}

function adjust(margin: DayMargin): void {
  const { allowedMicros, costMicros, perImpression } = margin;
  if (perImpression === 0) return;
  const left = allowedMicros - costMicros - Math.min(allowedMicros * reserve, perImpression * maxReserve);
  const part = 1 + left / (perImpression * impressionsToRecover);
  margin.factor = Math.max(leastFactor, Math.min(1, part));
}
