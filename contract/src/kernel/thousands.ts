/** Digits with an apostrophe between thousands, in every language (CONST-038): 1'234'567. */
export function withThousands(digits: string): string {
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end));
  return groups.join("'");
}
