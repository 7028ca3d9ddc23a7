import { invalidRequest } from "./card-error.ts";
import type { Form, FormValue } from "./form.ts";

export type Params = {
  text(name: string): string | undefined;
  /** @throws CardError parameter_missing. */
  required(name: string): string;
  integer(name: string): number | undefined;
  flag(name: string): boolean | undefined;
  record(name: string): Params | undefined;
  list(name: string): Params[];
  texts(name: string): string[];
  /** Keys with texts; an empty text removes a key. */
  metadata(before?: Record<string, string>): Record<string, string>;
  has(name: string): boolean;
  /** @throws CardError parameter_unknown for a field that was neither read nor in `others`. */
  refuseUnknown(...others: string[]): void;
};

const currencies = new Set("aed aud cad chf czk dkk eur gbp huf jpy nok nzd pln ron sek usd".split(" "));
const isRecord = (value: FormValue | undefined): value is Form => typeof value === "object" && !Array.isArray(value);

/** Reads the fields of one request with Stripe's error messages. `prefix` is the path of a record. */
export function paramsOf(form: Form, prefix = ""): Params {
  const read = new Set(["expand"]);
  const full = (name: string): string => (prefix === "" ? name : `${prefix}[${name}]`);
  const value = (name: string): FormValue | undefined => {
    read.add(name);
    return form[name];
  };
  const text = (name: string): string | undefined => {
    const found = value(name);
    if (found === undefined || found === "") return undefined;
    if (typeof found !== "string") throw invalidRequest(`Invalid string: ${JSON.stringify(found)}`, full(name));
    return found;
  };
  const params: Params = {
    text,
    required(name) {
      const found = text(name);
      if (found === undefined) {
        throw invalidRequest(`Missing required param: ${full(name)}.`, full(name), "parameter_missing");
      }
      return found;
    },
    integer(name) {
      const found = text(name);
      if (found === undefined) return undefined;
      if (!/^-?\d{1,15}$/.test(found)) {
        throw invalidRequest(`Invalid integer: ${found}`, full(name), "parameter_invalid_integer");
      }
      return Number(found);
    },
    flag(name) {
      const found = text(name);
      if (found === undefined) return undefined;
      if (found !== "true" && found !== "false") throw invalidRequest(`Invalid boolean: ${found}`, full(name));
      return found === "true";
    },
    record(name) {
      const found = value(name);
      if (found === undefined || found === "") return undefined;
      if (!isRecord(found)) throw invalidRequest("Invalid object", full(name));
      return paramsOf(found, full(name));
    },
    list(name) {
      const found = value(name);
      if (found === undefined || found === "") return [];
      if (!Array.isArray(found)) throw invalidRequest("Invalid array", full(name));
      return found.map((entry, at) => paramsOf(isRecord(entry) ? entry : {}, `${full(name)}[${at}]`));
    },
    texts(name) {
      const found = value(name);
      if (found === undefined || found === "") return [];
      if (!Array.isArray(found)) throw invalidRequest("Invalid array", full(name));
      return found.filter((entry) => typeof entry === "string");
    },
    metadata(before = {}) {
      const found = value("metadata");
      if (found === "") return {};
      const after = { ...before };
      for (const [key, entry] of Object.entries(isRecord(found) ? found : {})) {
        if (typeof entry !== "string") throw invalidRequest("Metadata values must be strings", `metadata[${key}]`);
        if (entry === "") delete after[key];
        else after[key] = entry;
      }
      return after;
    },
    has: (name) => value(name) !== undefined,
    refuseUnknown(...others) {
      for (const name of Object.keys(form)) {
        if (read.has(name) || others.includes(name)) continue;
        throw invalidRequest(`Received unknown parameter: ${full(name)}`, full(name), "parameter_unknown");
      }
    },
  };
  return params;
}

/** A lowercase currency. @throws CardError for an unknown one. */
export function currencyOf(params: Params): string {
  const currency = params.required("currency").toLowerCase();
  if (!currencies.has(currency)) {
    throw invalidRequest(
      `Invalid currency: ${currency}. Stripe currently supports these currencies: chf, eur, usd and others`,
      "currency",
    );
  }
  return currency;
}

/** The minimum charge of a currency in minor units, half a unit in most (docs.stripe.com/currencies). */
const leastAmountOf = (currency: string): number => otherLeastAmounts.get(currency.toLowerCase()) ?? leastAmount;
const leastAmount = 50;
const otherLeastAmounts: ReadonlyMap<string, number> = new Map([
  ["gbp", 30],
  ["dkk", 250],
  ["sek", 300],
  ["nok", 300],
  ["pln", 200],
  ["czk", 1500],
  ["ron", 200],
]);
const maxAmount = 99_999_999;

/** @throws CardError for an amount outside the limits of a charge. */
export function checkAmount(amount: number, currency: string): void {
  if (amount < 1)
    throw invalidRequest("This value must be greater than or equal to 1.", "amount", "parameter_invalid_integer");
  const least = leastAmountOf(currency);
  if (amount < least) {
    throw invalidRequest(
      `Amount must be at least ${(least / 100).toFixed(2)} ${currency}`,
      "amount",
      "amount_too_small",
    );
  }
  if (amount > maxAmount) throw invalidRequest("Amount must be no more than 999,999.99", "amount", "amount_too_large");
}
