import { inGroupsOfFour } from "@litfass/contract/kernel/iban";

type Account = { currency: string; iban: string; bic: string | null };

/** The shortest BIC; groups of a printed IBAN have four characters. */
const shortestBic = 8;

/** Accounts as text: a currency, its IBAN and perhaps a BIC on each line. */
export const accountLines = (accounts: readonly Account[]): string =>
  accounts.map(({ currency, iban, bic }) => [currency, inGroupsOfFour(iban), bic ?? ""].join(" ").trim()).join("\n");

/** Reads `accountLines`; the IBAN may be written with or without spaces. */
export function accountsIn(lines: readonly string[]): Account[] {
  return lines.map((line) => {
    const [currency = "", ...parts] = line.trim().split(/\s+/);
    const last = parts.at(-1) ?? "";
    const bic = parts.length > 1 && last.length >= shortestBic ? last : null;
    return { currency: currency.toUpperCase(), iban: (bic === null ? parts : parts.slice(0, -1)).join(""), bic };
  });
}
