import type { AuditAction } from "@litfass/contract/kernel/audit";
import type { changesBetween } from "@litfass/platform/audit/audit";
import type { CommandContext } from "@litfass/platform/command/command";
import { findUserBySubject } from "../../users/index.ts";
import { builtInProvider } from "../service.ts";

/**
 * Records a change of an account with its user, or with the account itself before there is a user. Changes name fields,
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
