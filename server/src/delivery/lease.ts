/**
 * A part of a campaign's budget that this process alone may charge, for one day. Amounts are micros as numbers: exact
 * up to nine billion francs, and the hot path does without bigint.
 */
export type Lease = {
  id: string;
  campaignId: number;
  dayOn: string;
  grantedMicros: number;
  consumedMicros: number;
  expiresAtMs: number;
};

export type LeaseBook = {
  byId: Map<string, Lease>;
  /** The one to bid from. */
  current: Map<number, Lease>;
};

export const newLeaseBook = (): LeaseBook => ({ byId: new Map(), current: new Map() });

/** Clocks differ: a lease is not used in its last moments. */
const marginMs = 2_000;

/** Whether a lease has room for an amount now. */
export const isUsable = (lease: Lease | undefined, amountMicros: number, nowMs: number): lease is Lease =>
  lease !== undefined &&
  nowMs < lease.expiresAtMs - marginMs &&
  lease.consumedMicros + amountMicros <= lease.grantedMicros;

/** Takes the amount from the lease it was promised from, else from the current one; undefined where neither can. */
export function consume(
  book: LeaseBook,
  leaseId: string,
  campaignId: number,
  amountMicros: number,
  nowMs: number,
): Lease | undefined {
  const promised = book.byId.get(leaseId);
  const lease = isUsable(promised, amountMicros, nowMs) ? promised : book.current.get(campaignId);
  if (!isUsable(lease, amountMicros, nowMs)) return undefined;
  lease.consumedMicros += amountMicros;
  return lease;
}

/** Undoes `consume` where the charge could not be written down. */
export function giveBack(lease: Lease, amountMicros: number): void {
  lease.consumedMicros = Math.max(0, lease.consumedMicros - amountMicros);
}
