/** The groups of audit entries. */
export const auditKinds = ["profile", "access", "customers", "money", "campaigns"] as const;
export type AuditKind = (typeof auditKinds)[number];
