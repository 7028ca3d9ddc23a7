import type { Platform } from "@litfass/platform/platform";
import type { UserRow } from "../../users/index.ts";
import { t, textsOf } from "../texts.ts";
import { type Compared, formatExactly, type ReconciliationRow } from "./reconciliation.ts";
import { listAccountants } from "./reconciliation-sql.ts";

/** Tells the accountants by e-mail that the books do not agree; the super admins where there is no accountant. */
export async function mailDifferences(
  platform: Platform,
  reconciliation: ReconciliationRow,
  differing: Compared[],
): Promise<void> {
  for (const reader of await listAccountants(platform.db)) {
    if (!reader.email) continue;
    try {
      await platform.mailer.send({ to: reader.email, ...contentOf(platform, reader, reconciliation, differing) });
    } catch (error) {
      platform.log.error(
        { err: error, reconciliation: reconciliation.id, to: reader.uid },
        "the differences could not be mailed",
      );
    }
  }
}

function contentOf(platform: Platform, reader: UserRow, reconciliation: ReconciliationRow, differing: Compared[]) {
  const texts = textsOf(reader.lang, "reconciliation_mail");
  const link = `${platform.config.publicUrl}/admin/proofs?proof=${reconciliation.id}`;
  const lines = differing.map((each) => {
    const format = (value: bigint): string => (each.currency ? formatExactly(value) : value.toString());
    const name = t(reader.lang, `reconciliation.${each.check}`);
    if (each.isUnknown) return `– ${name}: ${texts("not_compared")}`;
    const unit = each.currency ? `${each.currency} ` : "";
    return `– ${name}: ${unit}${format(each.left)} / ${unit}${format(each.right)}`;
  });
  return {
    subject: texts("subject", { differences: differing.length }),
    text: [texts("greeting"), texts("intro"), lines.join("\n"), texts("details", { link })].join("\n\n"),
  };
}
