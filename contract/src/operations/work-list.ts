import { z } from "zod";
import { approvers } from "../billing/billing-approvals.ts";
import { reviewerRoles } from "../campaigns/review.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { instantSchema } from "../kernel/validation.ts";
import { admins, byRole, type Who } from "../kernel/who.ts";
import { reportReaders } from "../transparency/ad-reports.ts";
import { maxWorkCount, type WorkKind, workKinds } from "./work-kinds.ts";

const books = byRole({ super_admin: "all", accountant: "all" });
const customers = byRole({ ...admins, sales: "assigned" });

/** Who has which work: the roles that may open the list it leads to. */
export const workers: Record<WorkKind, Who> = {
  setup: byRole({ super_admin: "all" }),
  reviews: reviewerRoles,
  ad_reports: reportReaders,
  approvals: approvers,
  orders: books,
  refunds: books,
  payouts: books,
  bank_entries: books,
  silent: byRole({ ...admins, tech_admin: "all", sales: "assigned" }),
  low_balance: customers,
  new_users: customers,
  failed_jobs: byRole({ super_admin: "all" }),
};

export const workListEndpoints = {
  listWork: endpoint({
    method: "GET",
    path: "/work-list",
    tag: "Operations",
    summary: "What waits for the caller's role: only kinds with something to do",
    who: byRole({
      ...admins,
      tech_admin: "all",
      accountant: "all",
      campaign_manager: "all",
      sales: "assigned",
    }),
    output: z.array(
      z.object({
        kind: z.enum(workKinds),
        count: z.number().int().min(1).max(maxWorkCount),
        /** Since when the oldest has been waiting; null if that is unknown. */
        oldest_at: instantSchema.nullable(),
      }),
    ),
  }),
};
