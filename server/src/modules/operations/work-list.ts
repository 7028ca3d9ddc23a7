import { endpoints } from "@litfass/contract/index";
import type { Caller } from "@litfass/contract/kernel/roles";
import { reachOf } from "@litfass/contract/kernel/who";
import { maxWorkCount, type WorkKind, workKinds } from "@litfass/contract/operations/work-kinds";
import { workers } from "@litfass/contract/operations/work-list";
import { mount } from "@litfass/platform/http/mount";
import { waitingFailures } from "@litfass/platform/jobs/job-list-sql";
import type { Platform } from "@litfass/platform/platform";
import type { Executor } from "@litfass/platform/postgres/postgres";
import type { Waiting } from "@litfass/platform/postgres/waiting-sql";
import type { FastifyInstance } from "fastify";
import { waitingApprovals, waitingLowBalances, waitingOrders, waitingRefunds } from "../billing/index.ts";
import { waitingReviews } from "../campaigns/index.ts";
import { waitingSilences } from "../reporting/index.ts";
import { waitingAdReports } from "../transparency/index.ts";
import { waitingNewcomers } from "../users/index.ts";

type Count = (db: Executor, caller: Caller, now: Date) => Promise<Waiting>;

const counts: Record<WorkKind, Count> = {
  reviews: (db) => waitingReviews(db, maxWorkCount),
  ad_reports: (db) => waitingAdReports(db, maxWorkCount),
  approvals: (db, caller) => waitingApprovals(db, caller.uid, maxWorkCount),
  orders: (db) => waitingOrders(db, maxWorkCount),
  refunds: (db) => waitingRefunds(db, maxWorkCount),
  silent: (db, caller) => waitingSilences(db, caller, maxWorkCount),
  low_balance: (db, caller, now) => waitingLowBalances(db, caller, now, maxWorkCount),
  new_users: (db, caller, now) => waitingNewcomers(db, caller, now, maxWorkCount),
  failed_jobs: (db) => waitingFailures(db, maxWorkCount),
};

/** What waits for the caller, by the reach that the role has for each kind. */
export function workListRoutes(app: FastifyInstance, { db, clock }: Platform): void {
  mount(app, endpoints.listWork, async ({ caller }) => {
    const work = await Promise.all(
      workKinds.map(async (kind) => {
        const reach = reachOf(workers[kind], caller.role);
        if (reach === null) return [];
        const { count, oldestAt } = await counts[kind](db, { ...caller, reach }, clock.now());
        return count === 0 ? [] : [{ kind, count, oldest_at: oldestAt?.toISOString() ?? null }];
      }),
    );
    return work.flat();
  });
}
