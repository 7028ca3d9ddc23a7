import type { Caller } from "@litfass/contract/kernel/roles";
import { reachOf } from "@litfass/contract/kernel/who";
import { statisticsRoles } from "@litfass/contract/reporting/statistics";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { findUser, mayNotSignIn } from "../users/index.ts";

/** A user as the caller of reports that run without them; null if they may not read reports or no longer sign in. */
export async function callerOf(db: Executor, uid: string): Promise<(Caller & { email: string | null }) | null> {
  const user = await findUser(db, uid);
  if (!user || mayNotSignIn(user)) return null;
  const reach = reachOf(statisticsRoles, user.role);
  if (reach === null) return null;
  return { uid, role: user.role, reach, lang: user.lang, email: user.email };
}
