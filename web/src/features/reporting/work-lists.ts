import type { WorkKind } from "@litfass/contract/operations/work-kinds";

/** The list that shows the waiting entries, filtered or with them first. */
export const lists: Record<WorkKind, string> = {
  setup: "/settings/launch",
  reviews: "/creative-review",
  ad_reports: "/ad-reports",
  approvals: "/admin/approvals",
  orders: "/admin/manual-invoices?status=new",
  refunds: "/admin/proofs",
  payouts: "/admin/publisher-statements?tab=payouts&payout_state=blocking",
  bank_entries: "/admin/bank?show=to_check",
  silent: "/campaigns?status=attention",
  low_balance: "/users?need=low_balance",
  new_users: "/users?need=new",
  failed_jobs: "/queue-monitor?state=failed",
};
/** Pages of the server, which the router does not know. */
export const isOutside = (kind: WorkKind): boolean => kind === "failed_jobs";
