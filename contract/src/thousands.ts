/** Digits with an apostrophe between thousands, in every language (CONST-038): 1'234'567. */
export const withThousands = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, "'");
