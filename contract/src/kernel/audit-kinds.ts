/** What the audit log groups its entries by. */
export const auditKinds = ["profile", "access", "customers", "money", "campaigns"] as const;
export type AuditKind = (typeof auditKinds)[number];
