/** Digits with an apostrophe between thousands, in every language (CONST-038): 1'234'567. */
export function withThousands(digits: string): string {
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end));
  return groups.join("'");
}

/** The number that `withThousands` wrote, for the plural of a text. */
export const numberIn = (count: string): number => Number(count.replaceAll("'", ""));

/** A formatted amount with its currency, without a line break between them: CHF 1'500.00. */
export const withCurrency = (currency: string, amount: string): string => `${currency}\u00a0${amount}`;
