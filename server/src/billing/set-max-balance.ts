import { microsOfMinor, minorOfMicros } from "@litfass/contract/money";
import type { Caller } from "@litfass/contract/roles";
import { eq } from "drizzle-orm";
import { recordAudit } from "../platform/audit.ts";
import type { Platform } from "../platform/platform.ts";
import { invalid, notFound } from "../platform/problem.ts";
import { currencyOf, findUser } from "../users/index.ts";
import { lockOwner } from "./subscription-sql.ts";
import { managerCeilings } from "./tables.ts";

/** Sets the ceiling of an account manager's own balance, in minor units. @throws 404, and 422 for any other role. */
export async function setMaxBalance(platform: Platform, caller: Caller, uid: string, maxBalanceMinor: number) {
  const user = await findUser(platform.db, uid);
  if (!user) throw notFound();
  if (user.role !== "sales") throw invalid({ maxBalance: ["max_balance.sales_only"] });
  const values = {
    currency: currencyOf(user.countryCode),
    ceilingMicros: microsOfMinor(maxBalanceMinor),
    setBy: caller.uid,
    setAt: platform.clock.now(),
  };
  await platform.db.transaction(async (tx) => {
    await lockOwner(tx, uid);
    const [earlier] = await tx.select().from(managerCeilings).where(eq(managerCeilings.ownerUid, uid));
    await tx
      .insert(managerCeilings)
      .values({ ownerUid: uid, ...values })
      .onConflictDoUpdate({ target: managerCeilings.ownerUid, set: values });
    const before = earlier && { amount: minorOfMicros(earlier.ceilingMicros), currency: earlier.currency };
    const after = { amount: maxBalanceMinor, currency: values.currency };
    await recordAudit(tx, {
      at: values.setAt,
      actorUid: caller.uid,
      subjectUid: uid,
      action: "max_balance_changed",
      changes: [{ field: "maxBalance", before: before ?? null, after }],
    });
  });
  return { user: uid, maxBalance: maxBalanceMinor, currency: values.currency, set_at: values.setAt.toISOString() };
}
