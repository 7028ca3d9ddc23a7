import type { CommandContext } from "@litfass/platform/command/command";
import { invalid } from "@litfass/platform/problem";
import { recordUserChange } from "../audit/user-audit.ts";
import { currencyOf } from "../currency.ts";
import { currencyOfNew } from "../currency-of-new.ts";
import type { UserServices } from "../services.ts";
import type { UserRow } from "../tables.ts";
import { updateUser } from "../user-sql.ts";

/**
 * Saves columns of a locked user and records the change. The currency follows the country (CONST-003) as the
 * operator offers it on the day of the change, so a country with another currency is refused while money is in use; campaigns not yet started change with it.
 * Another line of business may lead to a review of running campaigns.
 * @throws Problem 422 at `country_code`
 */
export async function saveUser(
  ctx: CommandContext<UserServices>,
  user: UserRow,
  columns: Parameters<typeof updateUser>[2],
): Promise<UserRow> {
  const { tx, audit, clock, services } = ctx;
  const countryCode = columns.countryCode ?? user.countryCode;
  const isMoved = countryCode !== user.countryCode;
  const before = currencyOf(user);
  const after = isMoved ? await currencyOfNew(tx, countryCode) : before;
  if (before !== after) {
    if (await services.currencyHooks.hasMoneyInUse(tx, user.uid, before, clock.now())) {
      throw invalid({ country_code: ["country.money_in_use"] });
    }
    await services.currencyHooks.changeDrafts(tx, user.uid, after);
  }
  const moved = isMoved ? { ...columns, currency: after } : columns;
  const saved = await updateUser(tx, user.uid, moved, clock.now());
  await recordUserChange(audit, user, saved);
  const line = saved.lineOfBusiness;
  if (line !== null && line !== user.lineOfBusiness) await services.lineHooks.reviewRunning(ctx, user.uid, line);
  return saved;
}
