import { isDrawable } from "@litfass/banner/layout";
import { additionalFormats, type Format, sizeOf } from "@litfass/contract/kernel/formats";
import type { Transaction } from "@litfass/platform/postgres/postgres";
import { insertAdditional, offerOnly } from "./additional-formats-sql.ts";

/**
 * Offers every template in the additional formats and in the operator's own sizes, as far as templates can be drawn in
 * them. Sizes that are no longer offered stay with the campaigns that use them.
 */
export async function offerFormats(tx: Transaction, own: readonly Format[], now: Date): Promise<void> {
  const sizes = [...additionalFormats, ...own].filter(isDrawable).map(sizeOf);
  await insertAdditional(tx, sizes, now);
  await offerOnly(tx, sizes);
}
