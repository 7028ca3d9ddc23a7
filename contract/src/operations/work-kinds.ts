/** What waits for staff, in the order of the list: money and customers that cannot go on come first. */
export const workKinds = [
  "reviews",
  "ad_reports",
  "approvals",
  "orders",
  "refunds",
  "silent",
  "low_balance",
  "new_users",
  "failed_jobs",
] as const;
export type WorkKind = (typeof workKinds)[number];

/** A count stops at this number. */
export const maxWorkCount = 1000;
