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
  current: CurrentLeases;
};

/** By campaign. A list by the campaign's id: every look at a campaign asks for its lease. */
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

export const newLeaseBook = (): LeaseBook => ({ byId: new Map(), current: new CurrentLeases() });

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
