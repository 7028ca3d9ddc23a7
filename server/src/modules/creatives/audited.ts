import type { AuditChange, AuditValue } from "@litfass/contract/kernel/audit";

/** The changes that the removal of something with these values makes. */
export const removalOf = (values: Record<string, AuditValue>): AuditChange[] =>
  Object.entries(values).map(([field, before]) => ({ field, before, after: null }));

/** Several things as one value of the audit log. */
export const listed = (values: readonly string[]): string => values.join(", ");
