/** What waits for staff, in the order of the list: what stops everybody first, then money and waiting customers. */
export const workKinds = [
  "setup",
  "reviews",
  "ad_reports",
  "approvals",
  "orders",
  "refunds",
  "payouts",
  "bank_entries",
  "silent",
  "low_balance",
  "new_users",
  "failed_jobs",
] as const;
export type WorkKind = (typeof workKinds)[number];

/** A count stops at this number. */
export const maxWorkCount = 1000;
