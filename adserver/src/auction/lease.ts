/**
 * A part of a campaign's budget that only this process may charge, for one day. Micros as numbers are exact up to nine
 * billion and avoid bigint on the hot path.
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
  /** The lease to bid from, per campaign. */
  current: CurrentLeases;
  /** The part of what is consumed that is charged only if no pixel shows invalid traffic, by lease ID. */
  held: Map<string, number>;
};

/** Leases by campaign ID; an array because every evaluation reads one. */
export class CurrentLeases {
  private leases: (Lease | undefined)[] = [];

  get(campaignId: number): Lease | undefined {
    return this.leases[campaignId];
  }

  set(campaignId: number, lease: Lease): void {
    this.leases[campaignId] = lease;
  }

  delete(campaignId: number): void {
    this.leases[campaignId] = undefined;
  }

  clear(): void {
    this.leases = [];
  }
}

export const newLeaseBook = (): LeaseBook => ({
  byId: new Map(),
  current: new CurrentLeases(),
  held: new Map(),
});

/** Safety margin for differing clocks. */
const marginMs = 2_000;

/** Whether an amount can be charged on a lease now. */
export const isUsable = (lease: Lease | undefined, amountMicros: number, nowMs: number): lease is Lease =>
  lease !== undefined &&
  nowMs < lease.expiresAtMs - marginMs &&
  lease.consumedMicros + amountMicros <= lease.grantedMicros;

/** Charges the lease of the bid, else the current one; undefined if neither suffices. */
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

/** Undoes `consume`: the charge could not be saved, or the impression does not count. */
export function giveBack(lease: Lease, amountMicros: number): void {
  lease.consumedMicros = Math.max(0, lease.consumedMicros - amountMicros);
}

/** Notes that a consumed amount waits for a pixel. A lease with such an amount is not returned. */
export function hold({ held }: LeaseBook, leaseId: string, amountMicros: number): void {
  if (amountMicros > 0) held.set(leaseId, (held.get(leaseId) ?? 0) + amountMicros);
}

/** Ends `hold`: the amount is charged, or given back to its lease. */
export function endHold({ held, byId }: LeaseBook, leaseId: string, amountMicros: number, isCharged: boolean): void {
  const left = (held.get(leaseId) ?? 0) - amountMicros;
  if (left > 0) held.set(leaseId, left);
  else held.delete(leaseId);
  const lease = byId.get(leaseId);
  if (!isCharged && lease !== undefined) giveBack(lease, amountMicros);
}
