import type { Platform } from "@litfass/platform/platform";
import { and, eq, inArray, isNotNull } from "drizzle-orm";
import { type UserRow, users } from "../../users/index.ts";
import { type Compared, formatExactly, type ReconciliationRow } from "./reconciliation.ts";
import { checkName } from "./reconciliation-texts.ts";

/** Tells the accountants by e-mail that the books do not agree; the super admins where there is no accountant. */
export async function mailDifferences(
  platform: Platform,
  proof: ReconciliationRow,
  differing: Compared[],
): Promise<void> {
  for (const reader of await readersOf(platform)) {
    if (!reader.email) continue;
    try {
      await platform.mailer.send({ to: reader.email, ...textsOf(platform, reader, proof, differing) });
    } catch (error) {
      platform.log.error({ err: error, proof: proof.id, to: reader.uid }, "an alarm could not be mailed");
    }
  }
}

async function readersOf({ db }: Platform): Promise<UserRow[]> {
  const active = and(eq(users.status, 2), isNotNull(users.email), inArray(users.role, ["accountant", "super_admin"]));
  const found = await db.select().from(users).where(active).limit(50);
  const accountants = found.filter(({ role }) => role === "accountant");
  return accountants.length > 0 ? accountants : found;
}

function textsOf(platform: Platform, reader: UserRow, proof: ReconciliationRow, differing: Compared[]) {
  const link = `${platform.config.publicUrl}/admin/proofs?proof=${proof.id}`;
  const isGerman = reader.lang === "de";
  const lines = differing.map((each) => {
    const format = (value: bigint): string => (each.currency ? formatExactly(value) : value.toString());
    const name = checkName(each.check, reader.lang);
    if (each.isUnknown) return `– ${name}: ${isGerman ? "nicht verglichen" : "not compared"}`;
    const unit = each.currency ? `${each.currency} ` : "";
    return `– ${name}: ${unit}${format(each.left)} / ${unit}${format(each.right)}`;
  });
  if (isGerman) {
    return {
      subject: `Die Bücher stimmen nicht überein (${differing.length})`,
      text: `Guten Tag\n\nDie Prüfung der Bücher hat Abweichungen gefunden:\n\n${lines.join("\n")}\n\nEinzelheiten: ${link}`,
    };
  }
  return {
    subject: `The books do not agree (${differing.length})`,
    text: `Hello\n\nThe proof of the books found differences:\n\n${lines.join("\n")}\n\nDetails: ${link}`,
  };
}
