/** The format of a postal code by country, if fixed. */
const shapes: Record<string, RegExp> = {
  AT: /^[1-9]\d{3}$/,
  BE: /^[1-9]\d{3}$/,
  CH: /^[1-9]\d{3}$/,
  CZ: /^\d{3} ?\d{2}$/,
  DE: /^\d{5}$/,
  DK: /^\d{4}$/,
  ES: /^\d{5}$/,
  FI: /^\d{5}$/,
  FR: /^\d{5}$/,
  GB: /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i,
  IT: /^\d{5}$/,
  LI: /^9[45]\d{2}$/,
  LU: /^(L-)?\d{4}$/i,
  NL: /^[1-9]\d{3} ?[A-Z]{2}$/i,
  NO: /^\d{4}$/,
  PL: /^\d{2}-\d{3}$/,
  PT: /^\d{4}-\d{3}$/,
  SE: /^\d{3} ?\d{2}$/,
  US: /^\d{5}(-\d{4})?$/,
};

/**
 * Whether `value` can be a postal code of the country (ISO 3166-1 alpha-2); for other countries letters, digits,
 * spaces and dashes.
 */
export const isPostalCode = (value: string, countryCode: string): boolean =>
  (shapes[countryCode] ?? /^[A-Z0-9][A-Z0-9 -]{0,11}$/i).test(value.trim());
