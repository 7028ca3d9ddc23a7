import type { AuditChange, AuditValue } from "@litfass/contract/kernel/audit";

/** The audit changes for deleting something with these values. */
export const removalOf = (values: Record<string, AuditValue>): AuditChange[] =>
  Object.entries(values).map(([field, before]) => ({ field, before, after: null }));

/** Several items as one value of the audit log. */
export const listed = (values: readonly string[]): string => values.join(", ");
