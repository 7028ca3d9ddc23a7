/** The groups of audit entries. */
export const auditKinds = ["profile", "access", "customers", "money", "campaigns"] as const;
export type AuditKind = (typeof auditKinds)[number];

/** The formats in which the log is exported. */
export const auditFormats = ["csv", "jsonl"] as const;
export type AuditFormat = (typeof auditFormats)[number];
