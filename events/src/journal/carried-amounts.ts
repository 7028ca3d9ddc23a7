/**
 * Amounts that the ad server carries from event to event, such as what rounding to whole micros has left, by name. A record has
 * what its events changed, so that a crash leaves both or neither, and the first record of a segment has all.
 */
export type Carried = ReadonlyMap<string, number>;
export type CarriedChanges = Readonly<Record<string, number>>;

export type CarriedAmounts = {
  /** The bytes for a record with these changes, and the amounts once it is written. */
  after(changes: readonly (CarriedChanges | undefined)[], isFirst: boolean): { bytes: Buffer; amounts: Carried };
  /** The record is on disk. */
  keep(amounts: Carried): void;
};

export function carriedAmounts(known: Carried): CarriedAmounts {
  let saved = new Map(known);
  return {
    after(changes, isFirst) {
      const changed = new Map<string, number>();
      for (const each of changes) {
        for (const [name, amount] of Object.entries(each ?? {})) {
          changed.set(name, (changed.get(name) ?? saved.get(name) ?? 0) + amount);
        }
      }
      const written = isFirst ? new Map([...saved, ...changed]) : changed;
      return {
        bytes: written.size === 0 ? Buffer.alloc(0) : Buffer.from(JSON.stringify([...written])),
        amounts: changed,
      };
    },
    keep(amounts) {
      if (amounts.size > 0) saved = new Map([...saved, ...amounts]);
    },
  };
}

/** The amounts after the last record of a segment. */
export const carriedIn = (records: readonly Buffer[]): Carried =>
  new Map(records.flatMap((bytes) => JSON.parse(bytes.toString()) as [string, number][]));
