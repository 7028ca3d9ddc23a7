import type { AudienceFee } from "@litfass/contract/targeting/audiences";

type Row = { name: string; size: number; segment_ids: string[]; fee?: AudienceFee };

/** "15%" is a part of the clearing price, "0.80 EUR" an amount per thousand, and "15% + 0.80 EUR" both. */
const feePattern = /^(?:(\d+(?:\.\d+)?)\s*%)?\s*\+?\s*(?:(\d+(?:\.\d+)?)\s*([A-Za-z]{3}))?$/;

/** The fee in a line; undefined without one, null if it cannot be read. */
function feeIn(text: string): AudienceFee | null | undefined {
  if (text === "") return undefined;
  const [, percent, amount, currency = "CHF"] = feePattern.exec(text) ?? [];
  if (percent === undefined && amount === undefined) return null;
  return { percent: Number(percent ?? 0), per_thousand: Number(amount ?? 0), currency: currency.toUpperCase() };
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
