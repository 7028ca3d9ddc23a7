import { knownCountry } from "@litfass/contract/kernel/country/countries";
import { inLanguage, type Language } from "@litfass/contract/kernel/language";
import type { UserRow } from "../../users/index.ts";

/** The customer as printed on the invoice; frozen at issue. */
export type Buyer = {
  uid: string;
  company: string;
  name: string;
  street: string;
  houseNumber: string;
  postalCode: string;
  city: string;
  countryCode: string;
  vatNumber: string | null;
  email: string | null;
};

/** A discount of a line item, with its reason in the languages of the item's name. */
export type LineDiscount = { micros: string; percent: number | null; textEn: string; textDe: string; texts?: Names };

/** A line item; micros as text, because it is stored as JSON. Services are marked because they buy no impressions. */
export type InvoiceLine = {
  textEn: string;
  textDe: string;
  /** The name in further languages; absent in older invoices. */
  texts?: Names;
  netMicros: string;
  isService?: boolean;
  /** How much less than the list price it costs; `netMicros` is what is left. */
  discount?: LineDiscount;
  /** The price of a thousand impressions on the day of the invoice; absent where it was the default. */
  cpmMinor?: number;
};

/** What a line costs before its discount: a plan's list price, and the budget that it buys. */
export const listMicrosOf = ({ netMicros, discount }: Pick<InvoiceLine, "netMicros" | "discount">): bigint =>
  BigInt(netMicros) + BigInt(discount?.micros ?? 0);

/** What a line's discount is called, with its percentage where it has one: `Spring offer (12.5%)`. */
export const discountName = (discount: LineDiscount, language: Language): string => {
  const name = textIn(subjectOfLine(discount), language);
  return discount.percent === null ? name : `${name} (${discount.percent}%)`;
};

/** The budget that an invoice buys; zero for services. */
export const boughtMicros = ({ lines }: { lines: InvoiceLine[] }): bigint =>
  lines.reduce((sum, line) => sum + (line.isService ? 0n : listMicrosOf(line)), 0n);

/** Whether an invoice is for services only, so that its payment adds no budget. */
export const isForService = (invoice: { lines: InvoiceLine[] }): boolean =>
  invoice.lines.every((line) => line.isService);

/** A name in languages beside English and German. */
export type Names = Partial<Record<Exclude<Language, "en" | "de">, string>>;

/** The item's name by language. */
export type Subject = { en: string; de: string } & Names;

export const subjectOfInvoice = ({
  nameEn,
  nameDe,
  names,
}: {
  nameEn: string;
  nameDe: string;
  names: Names;
}): Subject => ({
  ...names,
  en: nameEn,
  de: nameDe,
});

export const subjectOfLine = ({
  textEn,
  textDe,
  texts,
}: Pick<InvoiceLine, "textEn" | "textDe" | "texts">): Subject => ({
  ...texts,
  en: textEn,
  de: textDe,
});

/** Payment term of invoice orders, in days. */
export const daysToPay = 30;

/** The time zone that determines invoice numbers and dates. */
export const invoiceTimeZone = "Europe/Zurich";

/** The day of an instant in the invoices' time zone, as YYYY-MM-DD. */
export const dayOf = (at: Date): string =>
  new Intl.DateTimeFormat("en-CA", { timeZone: invoiceTimeZone, dateStyle: "short" }).format(at);

/** 2024-03-05 → 05.03.2024 (CONST-039). */
export const formatDay = (day: string): string => day.split("-").reverse().join(".");

export const daysLater = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** `T-2026-00412`: the year of issue and a gapless number. */
export const invoiceNumber = (year: number, sequence: number): string =>
  `T-${year}-${sequence.toString().padStart(5, "0")}`;

export const buyerOf = (user: UserRow): Buyer => ({
  uid: user.uid,
  company: user.companyName ?? "",
  name: user.fullName,
  street: user.street ?? "",
  houseNumber: user.houseNumber ?? "",
  postalCode: user.postalCode ?? "",
  city: user.city ?? "",
  countryCode: knownCountry(user.countryCode) ?? "",
  vatNumber: user.vatNumber,
  email: user.email,
});

export const textIn = (subject: Subject, language: Language): string => inLanguage(subject, language);
