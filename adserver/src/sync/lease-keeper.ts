import type { AdEvent } from "@litfass/contract/events/ad-event";
import type { Database } from "@litfass/platform/postgres/postgres";
import { maxSkewMs } from "@litfass/platform/process/clock-skew";
import type { CompiledCampaign } from "../auction/campaign-index/index-compile.ts";
import { type CampaignState, spentToday } from "../auction/campaign-state.ts";
import type { Engine } from "../auction/engine.ts";
import { openBids } from "../auction/in-flight.ts";
import type { Lease } from "../auction/lease.ts";
import { ownPlaces } from "../auction/pacing/adjustment-slots.ts";
import { dayLimit } from "../auction/pacing/day-share.ts";
import { dayWindow } from "../auction/pacing/day-window.ts";
import { billingWindowSeconds } from "../openrtb/response/bid-response.ts";
import type { ClockCheck } from "./clock-check.ts";
import {
  finishLeases,
  grantLeases,
  type LeaseGrant,
  type LeaseRequest,
  openLeases,
  returnExpiredLeases,
} from "./lease-sql.ts";
import { beat, processSeenMs, removeProcess } from "./process-sql.ts";

/** A lease is extended while its process lives; after a crash it is blocked for this long plus the grace period. */
const leaseMs = 5 * 60_000;
const longestLeaseMs = 30 * 60_000;
/** One of so many ad servers or fewer extends its leases every two minutes. */
const fewProcesses = 10;
/** Charges of a dead process may still arrive from its journal for this long. */
const settleGraceMs = 15 * 60_000;
/** The lease covers this much of the plan, so that short outages of PostgreSQL have no effect. */
const aheadMs = 120_000;
const minImpressions = 20;
const maxRequestsPerGrant = 500;
const maxEndedAtOnce = 500;

/**
 * How long a lease is granted for. One of many ad servers holds a small part of each budget, so it may hold it for
 * longer: the number of extensions would grow with ad servers times campaigns.
 */
export const leaseDuration = (processes: number): number =>
  Math.min(longestLeaseMs, leaseMs * Math.max(1, processes / fewProcesses));

export type LeaseKeeper = {
  renew(): Promise<void>;
  finishAll(): Promise<void>;
  /**
   * What was granted to this process, and given back unused, since it started. Restarts recover leases granted earlier.
   */
  totals: Readonly<LeaseTotals>;
  /** Internal URLs of the other live ad servers by process name. */
  peers(): ReadonlyMap<string, string>;
};
export type LeaseTotals = { grantedMicros: number; releasedMicros: number };

/**
 * Requests leases ahead of need, extends them and returns the unused rest. Also renews this process's adjustment
 * places.
 */
export function createLeaseKeeper(parts: {
  db: Database;
  engine: Engine;
  process: string;
  /** Absent: the clock is trusted, as in tests with a clock of their own. */
  clockCheck?: ClockCheck;
  /** Where other ad servers reach this one. */
  internalUrl?: string;
}): LeaseKeeper {
  const { db, engine, process, clockCheck } = parts;
  const book = engine.leases;
  const totals: LeaseTotals = { grantedMicros: 0, releasedMicros: 0 };
  const finishAtMs = new Map<string, number>();
  let sweptAtMs = 0;
  let peers: ReadonlyMap<string, string> = new Map();
  const slots = ownPlaces();
  engine.adjustmentSlots = slots;

  const finishOld = async (nowMs: number): Promise<void> => {
    const over: Lease[] = [];
    for (const lease of book.byId.values()) {
      const campaign = campaignOf(engine, lease.campaignId);
      const isCurrent = book.current.get(lease.campaignId) === lease;
      const matchesAny = campaign !== undefined && isCurrent && nowMs < campaign.endMs;
      if (matchesAny) {
        finishAtMs.delete(lease.id);
        continue;
      }
      const until = finishAtMs.get(lease.id) ?? nowMs + billingWindowSeconds * 1000;
      finishAtMs.set(lease.id, until);
      if (nowMs < until && nowMs < lease.expiresAtMs) continue;
      // Whether it is charged is known in some seconds.
      if (book.held.has(lease.id)) continue;
      over.push(lease);
    }
    await finish(over);
  };
  const finish = async (leases: Lease[]): Promise<void> => {
    for (let start = 0; start < leases.length; start += maxEndedAtOnce) {
      const some = leases.slice(start, start + maxEndedAtOnce);
      // From now on nothing is charged on them.
      for (const lease of some) {
        book.byId.delete(lease.id);
        finishAtMs.delete(lease.id);
        if (book.current.get(lease.campaignId) === lease) book.current.delete(lease.campaignId);
      }
      await finishLeases(
        db,
        some.map(({ id, consumedMicros }) => ({ id, finalMicros: consumedMicros })),
      );
      for (const lease of some) totals.releasedMicros += Math.max(0, lease.grantedMicros - lease.consumedMicros);
    }
  };
  const ask = async (nowMs: number): Promise<boolean> => {
    const requests = engine.index.campaigns.flatMap((campaign) => requestedLease(engine, campaign, nowMs) ?? []);
    const versions = new Map(requests.map(({ campaignId }) => [campaignId, engine.states.get(campaignId)?.version]));
    for (let start = 0; start < requests.length; start += maxRequestsPerGrant) {
      const some = requests.slice(start, start + maxRequestsPerGrant);
      for (const grant of await grantLeases(db, process, some, new Date(nowMs + leaseDuration(engine.processes)))) {
        const heldMicros = grant.leaseId === null ? undefined : book.byId.get(grant.leaseId)?.grantedMicros;
        takeGrant(engine, grant, versions.get(grant.campaignId));
        if (grant.leaseId !== null) totals.grantedMicros += Math.max(0, grant.grantedMicros - (heldMicros ?? 0));
      }
    }
    return requests.some((request) => request.dayLimitMicros === 0 && request.addMicros === 0);
  };
  let running: Promise<void> | undefined;
  const renewAll = async (): Promise<void> => {
    const now = engine.clock.now();
    const nowMs = now.getTime();
    if (clockCheck && !(await clockCheck.run())) return;
    const beaten = await beat(db, process, slots.held(nowMs), now, parts.internalUrl);
    engine.processes = beaten.processes;
    peers = beaten.peers;
    slots.take(beaten.places, nowMs);
    // The daily limit is known after the first grant, so new campaigns request twice.
    const isNew = await ask(nowMs);
    if (isNew) await ask(nowMs);
    await finishOld(nowMs);
    if (nowMs - sweptAtMs > processSeenMs) {
      sweptAtMs = nowMs;
      await returnExpiredLeases(db, new Date(nowMs - settleGraceMs));
    }
  };
  return {
    totals,
    peers: () => peers,
    renew() {
      running ??= renewAll().finally(() => {
        running = undefined;
      });
      return running;
    },
    async finishAll() {
      await running?.catch(() => {});
      await finish([...book.byId.values()]);
      await removeProcess(db, process);
    },
  };
}

const campaignOf = (engine: Engine, campaignId: number): CompiledCampaign | undefined => {
  const ordinal = engine.index.ordinals.get(campaignId);
  return ordinal === undefined ? undefined : engine.index.campaigns[ordinal];
};

/** The lease request of a campaign; undefined if its lease is sufficient. */
function requestedLease(engine: Engine, campaign: CompiledCampaign, nowMs: number): LeaseRequest | undefined {
  const { campaignId, timeZone } = campaign.snapshot;
  const state = engine.states.get(campaignId);
  if (state === undefined || !state.isLive || nowMs < campaign.startMs || nowMs >= campaign.endMs) return undefined;
  const processes = Math.max(1, engine.processes);
  const lease = engine.leases.current.get(campaignId);
  const { dayOn, endMs } = dayWindow(nowMs, timeZone);
  // Two clocks may each be wrong by the tolerated skew, in opposite directions.
  const isNearMidnight = nowMs + 2 * maxSkewMs >= endMs;
  const lastDayOn = isNearMidnight ? dayWindow(endMs, timeZone).dayOn : dayOn;
  if (state.evenDayMicros === 0 || lease === undefined || lease.dayOn !== dayOn) {
    const addMicros = state.evenDayMicros === 0 ? 0 : smallestGrant(campaign, processes);
    return { campaignId, dayOn, lastDayOn, addMicros, dayLimitMicros: limitOf(campaign, state, nowMs) };
  }
  const refresh: LeaseRequest = { campaignId, dayOn, lastDayOn, addMicros: 0, dayLimitMicros: 0 };
  // The budget or the end may have changed: the grant brings the new even share.
  if (state.evenDayVersion !== state.version) return refresh;
  const target = targetOf(campaign, state, lease, { nowMs, processes });
  const remaining = lease.grantedMicros - lease.consumedMicros;
  const isOld = lease.expiresAtMs - nowMs < leaseDuration(processes) * 0.6;
  const left = limitOf(campaign, state, nowMs) - state.othersTodayMicros - lease.grantedMicros;
  if (remaining >= target / 2 || left < campaign.priceMicros) {
    return isOld ? refresh : undefined;
  }
  return {
    campaignId,
    dayOn,
    lastDayOn,
    addMicros: target - remaining,
    dayLimitMicros: limitOf(campaign, state, nowMs),
  };
}

type Moment = { nowMs: number; processes: number };

/** This process's part of what is planned for the time ahead. */
function targetOf(
  campaign: CompiledCampaign,
  state: CampaignState,
  lease: Lease,
  { nowMs, processes }: Moment,
): number {
  const { plan } = state.pace;
  const spent = spentToday(state, lease, processes);
  const perMs = plan === undefined ? 0 : (plan.shareMicros - spent) / Math.max(aheadMs, plan.plannedMs - nowMs);
  const flying = openBids(state.inFlight, nowMs) * campaign.priceMicros;
  return Math.ceil(Math.max(smallestGrant(campaign, processes), (perMs * aheadMs) / processes) + flying);
}

/** Grants of many processes must not use up the day of a small campaign. */
const smallestGrant = (campaign: CompiledCampaign, processes: number): number =>
  Math.max(2, Math.ceil(minImpressions / processes)) * campaign.priceMicros;

/** The day's limit for all processes together. */
function limitOf(campaign: CompiledCampaign, state: CampaignState, nowMs: number): number {
  if (state.evenDayMicros === 0) return 0;
  return dayLimit({
    nowMs,
    startMs: campaign.startMs,
    endMs: campaign.endMs,
    timeZone: campaign.snapshot.timeZone,
    budgetMicros: Number(campaign.snapshot.budgetMicros),
    evenDayMicros: state.evenDayMicros,
    spentBeforeMicros: state.spentBeforeTodayMicros,
  }).limitMicros;
}

function takeGrant(engine: Engine, grant: LeaseGrant, version: number | undefined): void {
  const state = engine.states.get(grant.campaignId);
  if (state !== undefined) {
    state.evenDayMicros = grant.evenDayMicros;
    state.evenDayVersion = version ?? state.evenDayVersion;
    state.spentBeforeTodayMicros = grant.beforeDayMicros;
    state.othersTodayMicros = Math.max(0, grant.dayGrantedMicros - grant.grantedMicros);
    state.othersSpentMicros = Math.max(0, state.othersTodayMicros - grant.othersUnspentMicros);
    const own =
      grant.leaseId === null ? engine.leases.current.get(grant.campaignId) : engine.leases.byId.get(grant.leaseId);
    state.ownThenMicros = own?.consumedMicros ?? grant.consumedMicros;
    state.dayOn = grant.dayOn;
  }
  if (grant.leaseId === null) return;
  const { byId, current } = engine.leases;
  const known = byId.get(grant.leaseId);
  if (known !== undefined) {
    known.grantedMicros = grant.grantedMicros;
    known.expiresAtMs = grant.expiresAtMs;
    current.set(grant.campaignId, known);
    return;
  }
  const lease: Lease = {
    id: grant.leaseId,
    campaignId: grant.campaignId,
    dayOn: grant.dayOn,
    grantedMicros: grant.grantedMicros,
    consumedMicros: grant.consumedMicros,
    expiresAtMs: grant.expiresAtMs,
  };
  byId.set(lease.id, lease);
  current.set(lease.campaignId, lease);
}

/**
 * Continues open leases after a restart, with all charges so far: settled ones, those still in the journal, and those that
 * wait for a pixel (`engine.leases.held`). A batch settled just before the crash counts twice, which wastes part of a lease
 * but never money.
 */
export async function recoverLeases(
  db: Database,
  engine: Engine,
  process: string,
  unshipped: Pick<AdEvent, "lease_id" | "charge_micros">[],
): Promise<void> {
  const unsettled = new Map<string, number>();
  for (const { lease_id, charge_micros } of unshipped) {
    if (charge_micros > 0) unsettled.set(lease_id, (unsettled.get(lease_id) ?? 0) + charge_micros);
  }
  for (const lease of await openLeases(db, process)) {
    const openMicros = (unsettled.get(lease.id) ?? 0) + (engine.leases.held.get(lease.id) ?? 0);
    const consumedMicros = Math.min(lease.grantedMicros, lease.consumedMicros + openMicros);
    const recovered = { ...lease, consumedMicros };
    engine.leases.byId.set(lease.id, recovered);
    engine.leases.current.set(lease.campaignId, recovered);
  }
}
