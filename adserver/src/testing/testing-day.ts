/** An impression of a campaign's day: what it charged, and what its media cost. */
export type DayImpression = { chargedMicros: number; costMicros: number };

/** What was bought since a day fell below its minimum margin for the last time; undefined if it ends with the margin. */
export function boughtBelow(day: readonly DayImpression[], minimum: number) {
  let left = 0;
  let below: { charged: number; uncharged: number } | undefined;
  for (const { chargedMicros, costMicros } of day) {
    left += (chargedMicros * (100 - minimum)) / 100 - costMicros;
    if (left >= 0) below = undefined;
    else {
      below ??= { charged: 0, uncharged: 0 };
      below[chargedMicros > 0 ? "charged" : "uncharged"]++;
    }
  }
  return below;
}
