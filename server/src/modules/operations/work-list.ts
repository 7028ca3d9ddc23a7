import { endpoints } from "@litfass/contract/index";
import type { Caller } from "@litfass/contract/kernel/roles";
import { reachOf } from "@litfass/contract/kernel/who";
import { maxWorkCount, type WorkKind, workKinds } from "@litfass/contract/operations/work-kinds";
import { workers } from "@litfass/contract/operations/work-list";
import { mount } from "@litfass/platform/http/mount";
import { waitingFailures } from "@litfass/platform/jobs/job-list-sql";
import type { Platform } from "@litfass/platform/platform";
import type { Waiting } from "@litfass/platform/postgres/waiting-sql";
import type { FastifyInstance } from "fastify";
import { waitingEntries } from "../bank/index.ts";
import { waitingApprovals, waitingLowBalances, waitingOrders, waitingRefunds } from "../billing/index.ts";
import { waitingReviews } from "../campaigns/index.ts";
import { waitingPayouts } from "../publishers/index.ts";
import { waitingSilences } from "../reporting/index.ts";
import { waitingAdReports } from "../transparency/index.ts";
import { waitingNewcomers } from "../users/index.ts";
import { countMissingSetup } from "./launch/launch-checklist.ts";

type Count = (platform: Platform, caller: Caller) => Promise<Waiting>;

const counts: Record<WorkKind, Count> = {
  setup: async (platform) => ({ count: await countMissingSetup(platform), oldestAt: null }),
  reviews: ({ db }) => waitingReviews(db, maxWorkCount),
  ad_reports: ({ db }) => waitingAdReports(db, maxWorkCount),
  approvals: ({ db }, { uid }) => waitingApprovals(db, uid, maxWorkCount),
  orders: ({ db }) => waitingOrders(db, maxWorkCount),
  refunds: ({ db }) => waitingRefunds(db, maxWorkCount),
  payouts: ({ db }) => waitingPayouts(db, maxWorkCount),
  bank_entries: ({ db }) => waitingEntries(db, maxWorkCount),
  silent: ({ db }, caller) => waitingSilences(db, caller, maxWorkCount),
  low_balance: ({ db, clock }, caller) => waitingLowBalances(db, caller, clock.now(), maxWorkCount),
  new_users: ({ db, clock }, caller) => waitingNewcomers(db, caller, clock.now(), maxWorkCount),
  failed_jobs: ({ db }) => waitingFailures(db, maxWorkCount),
};

/** What waits for the caller, by the reach that the role has for each kind. */
export function workListRoutes(app: FastifyInstance, platform: Platform): void {
  mount(app, endpoints.listWork, async ({ caller }) => {
    const work = await Promise.all(
      workKinds.map(async (kind) => {
        const reach = reachOf(workers[kind], caller.role);
        if (reach === null) return [];
        const { count, oldestAt } = await counts[kind](platform, { ...caller, reach });
        return count === 0 ? [] : [{ kind, count, oldest_at: oldestAt?.toISOString() ?? null }];
      }),
    );
    return work.flat();
  });
}
