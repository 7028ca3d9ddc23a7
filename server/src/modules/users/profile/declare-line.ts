import type { LineOfBusiness } from "@litfass/contract/campaigns/lines-of-business";
import { isCustomer } from "@litfass/contract/kernel/roles";
import type { CommandContext } from "@litfass/platform/command/command";
import { recordUserChange } from "../audit/user-audit.ts";
import type { UserServices } from "../services.ts";
import { lockUser, updateUser } from "../user-sql.ts";

/** Stores what a customer's first campaign advertises as the account's line of business, unless it has declared one. */
export async function declareFirstLine(
  { tx, audit, clock }: CommandContext<UserServices>,
  uid: string,
  line: LineOfBusiness,
): Promise<void> {
  const user = await lockUser(tx, uid);
  if (!user || !isCustomer(user.role) || user.lineOfBusiness !== null) return;
  await recordUserChange(audit, user, await updateUser(tx, uid, { lineOfBusiness: line }, clock.now()));
}
