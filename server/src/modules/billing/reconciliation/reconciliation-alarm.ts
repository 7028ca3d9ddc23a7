import type { MailContent } from "@litfass/platform/mail/mail-content";
import { sendMail } from "@litfass/platform/mail/send-mail";
import type { Platform } from "@litfass/platform/platform";
import type { UserRow } from "../../users/index.ts";
import { differencesMail } from "../mails.ts";
import { t } from "../texts.ts";
import { type Compared, formatExactly, type ReconciliationRow } from "./reconciliation.ts";
import { listAccountants } from "./reconciliation-sql.ts";

/** Mails the accountants that the books do not agree; the super admins if there is no accountant. */
export async function mailDifferences(
  platform: Platform,
  reconciliation: ReconciliationRow,
  differing: Compared[],
): Promise<void> {
  for (const reader of await listAccountants(platform.db)) {
    if (!reader.email) continue;
    try {
      await sendMail(platform, reader.email, contentOf(platform, reader, reconciliation, differing));
    } catch (error) {
      platform.log.error(
        { err: error, reconciliation: reconciliation.id, to: reader.uid },
        "the differences could not be mailed",
      );
    }
  }
}

function contentOf(
  { config }: Platform,
  { lang, fullName: recipient }: UserRow,
  reconciliation: ReconciliationRow,
  differing: Compared[],
): MailContent {
  const differences = differing.map((each) => {
    const unit = each.currency ? `${each.currency} ` : "";
    const format = (value: bigint) => `${unit}${each.currency ? formatExactly(value) : value}`;
    const compared = each.isUnknown ? null : `${format(each.left)} / ${format(each.right)}`;
    return { name: t(lang, `reconciliation.${each.check}`), compared };
  });
  return differencesMail({ lang, recipient, publicUrl: config.publicUrl }, { proof: reconciliation.id, differences });
}
