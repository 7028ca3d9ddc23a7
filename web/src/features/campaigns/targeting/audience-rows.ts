import type { AudienceFee } from "@litfass/contract/targeting/audiences";

type Row = { name: string; size: number; segment_ids: string[]; fee?: AudienceFee };

/**
 * The fee in a line: "15%" is a part of the clearing price, "0.80 EUR" an amount per thousand, "15% + 0.80 EUR" both. Undefined
 * without one, null if it cannot be read.
 */
function feeIn(text: string): AudienceFee | null | undefined {
  if (text === "") return undefined;
  const fee = { percent: 0, per_thousand: 0, currency: "CHF" };
  for (const part of text.split("+").map((each) => each.trim())) {
    const currency = part.slice(-3);
    const isPercent = part.endsWith("%");
    if (!isPercent && !/^[A-Za-z]{3}$/.test(currency)) return null;
    const number = part.slice(0, isPercent ? -1 : -3).trim();
    if (!/^\d{1,6}(?:\.\d{1,4})?$/.test(number)) return null;
    if (isPercent) fee.percent = Number(number);
    else Object.assign(fee, { per_thousand: Number(number), currency: currency.toUpperCase() });
  }
  return fee;
}

/**
 * Parses a pasted catalog: name; people; segment ids separated by commas or spaces; fee. `unreadable` is the number of the
 * first invalid line, or null.
 */
export function audiencesIn(text: string): { audiences: Row[]; unreadable: number | null } {
  const audiences: Row[] = [];
  let unreadable: number | null = null;
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === "") continue;
    const [name = "", people = "", segments = "", feeText = ""] = line.split(";").map((part) => part.trim());
    const size = Number(people.replace(/['’\s]/g, ""));
    const segment_ids = segments.split(/[,\s]+/).filter((id) => id !== "");
    const fee = feeIn(feeText);
    if (
      name === "" ||
      people === "" ||
      !Number.isInteger(size) ||
      size < 0 ||
      segment_ids.length === 0 ||
      fee === null
    ) {
      unreadable ??= at + 1;
    } else audiences.push({ name, size, segment_ids, ...(fee && { fee }) });
  }
  return { audiences, unreadable };
}
