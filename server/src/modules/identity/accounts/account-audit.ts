import type { AuditAction } from "@litfass/contract/kernel/audit";
import type { changesBetween } from "@litfass/platform/audit/audit";
import type { CommandContext } from "@litfass/platform/command/command";
import { findUserBySubject } from "../../users/index.ts";
import { builtInProvider } from "../service.ts";

/**
 * Audits an account's change with its user, or with the account itself if there is no user yet. Changes name fields,
 * never a secret or its hash.
 */
export async function recordAccountChange(
  { tx, audit }: Pick<CommandContext, "tx" | "audit">,
  localId: string,
  action: AuditAction,
  changes: ReturnType<typeof changesBetween> = [],
): Promise<void> {
  const user = await findUserBySubject(tx, builtInProvider, localId);
  const subject = { type: "identity_account", id: localId };
  await audit.record(
    user ? { action, subjectUid: user.uid, subject, changes } : { action, subjectUid: null, subject, changes },
  );
}
