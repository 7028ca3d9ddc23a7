import { compileIndex } from "@litfass/adserver/auction/campaign-index/index-compile";
import { createEngine, type Engine, swapIndex } from "@litfass/adserver/auction/engine";
import { funnelCounters } from "@litfass/adserver/auction/funnel";
import type { Adjustment } from "@litfass/adserver/auction/pacing/pacing";
import { pace } from "@litfass/adserver/auction/pacing/pacing-loop";
import { saveInterval } from "@litfass/adserver/save-interval";
import { recordAdjustments } from "@litfass/adserver/sync/adjustment-sql";
import { addFunnel } from "@litfass/adserver/sync/funnel-sql";
import { createLeaseKeeper, type LeaseKeeper } from "@litfass/adserver/sync/lease-keeper";
import { rootDomain } from "@litfass/adserver/sync/root-domain";
import type { CampaignSnapshot } from "@litfass/contract/adserver/snapshot";
import { type FixedClock, fixedClock } from "@litfass/platform/clock";
import type { Log } from "@litfass/platform/log/log";
import { connectPostgres, type Postgres } from "@litfass/platform/postgres/postgres";
import { seededRandom } from "@litfass/platform/random";

/** An ad server without its HTTP part: an engine with a lease keeper and a connection of its own. */
export type Member = { name: string; engine: Engine; keeper: LeaseKeeper; postgres: Postgres };
export type Fleet = { members: Member[]; clock: FixedClock; close(): Promise<void> };

/** More would only wait for the two cores of the database. */
const atOnce = 8;

export function newFleet(
  url: string,
  size: number,
  snapshots: CampaignSnapshot[],
  parts: { now: Date; log: Log },
): Fleet {
  const clock = fixedClock(parts.now);
  const members = Array.from({ length: size }, (_, at): Member => {
    const name = `ad-server-${at}`;
    const postgres = connectPostgres(url, { log: parts.log, maxConnections: 1 });
    const engine = createEngine({ clock, random: seededRandom(at), rootDomain });
    swapIndex(engine, compileIndex(snapshots));
    return { name, engine, postgres, keeper: createLeaseKeeper({ db: postgres.db, engine, process: name }) };
  });
  return {
    members,
    clock,
    close: () => eachMember(members, ({ postgres }) => postgres.close()),
  };
}

/** Runs work for every member, some at a time. */
export async function eachMember(
  members: Member[],
  work: (member: Member, at: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let at = next++; at < members.length; at = next++) await work(members[at]!, at);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

const leaseRounds = 90;
const roundSeconds = 10;
export const leaseMinutes = (leaseRounds * roundSeconds) / 60;

/** A quarter of an hour of leases, in rounds in which all campaigns together are shown as planned. */
export async function renewLeases(fleet: Fleet, impressionsPerDay: number): Promise<void> {
  const { members, clock } = fleet;
  const perRound = (impressionsPerDay * roundSeconds) / 86_400;
  for (let round = 0; round < leaseRounds; round++) {
    clock.advance(roundSeconds * 1_000);
    await eachMember(members, async ({ engine, keeper }, at) => {
      engine.index.campaigns.forEach((campaign, ordinal) => {
        const lease = engine.leases.current.get(campaign.snapshot.campaignId);
        const shown = Math.floor(perRound * (round + 1)) - Math.floor(perRound * round);
        if (lease && (ordinal + round) % members.length === at) lease.consumedMicros += shown * campaign.priceMicros;
      });
      pace(engine);
      await keeper.renew();
    });
  }
}

/** A minute of adjustments, saved as often as there: as many as are allowed, of all processes together. */
export async function adjustForAMinute({ members, clock }: Fleet, campaigns: number, perMinute: number): Promise<void> {
  const rounds = Math.round(60_000 / saveInterval(5_000, members.length));
  const startMs = clock.now().getTime();
  for (let round = 0; round < rounds; round++) {
    await eachMember(members, async ({ postgres }, at) => {
      const made: Adjustment[] = [];
      for (let campaignId = 1; campaignId <= campaigns; campaignId++) {
        for (let turn = round; turn < perMinute; turn += rounds) {
          if ((campaignId + turn) % members.length === at)
            made.push(adjustment(campaignId, startMs + (round * 60_000) / rounds));
        }
      }
      await recordAdjustments(postgres.db, made);
    });
  }
}

const adjustment = (campaignId: number, atMs: number): Adjustment => ({
  campaignId,
  atMs,
  reason: "behind_plan",
  participationBefore: 0.5,
  participationAfter: 0.6,
  priceFactorBefore: 1,
  priceFactorAfter: 1,
});

/** A minute of funnels, saved as often as there: each process has seen chances for each campaign. */
export async function countForAMinute({ members, clock }: Fleet, campaigns: number): Promise<void> {
  const counts = new Map(
    Array.from({ length: campaigns }, (_, at) => [at + 1, new Float64Array(funnelCounters.length).fill(3)]),
  );
  // A hundred ad servers save less often than once a minute: then some of them do.
  const saves = Math.round((members.length * 60_000) / saveInterval(10_000, members.length));
  for (let saved = 0; saved < saves; saved += members.length) {
    const some = members.slice(0, saves - saved);
    await eachMember(some, ({ postgres }) => addFunnel(postgres.db, counts, clock.now()));
  }
}
