import { line, textKinds } from "./text.ts";
import { say } from "./validation.ts";

/** Whether the checksum of an IBAN without spaces is right (ISO 13616, modulo 97). */
export function hasIbanChecksum(iban: string): boolean {
  const digits = `${iban.slice(4)}${iban.slice(0, 4)}`.replaceAll(/[A-Z]/g, (letter) =>
    String(Number.parseInt(letter, 36)),
  );
  return /^\d+$/.test(digits) && BigInt(digits) % 97n === 1n;
}

/** Countries by the length of their IBANs (IBAN registry of ISO 13616, release 99). */
const countriesByLength = new Map([
  [15, "NO"],
  [16, "BE"],
  [18, "DK FI FK FO GL NL SD"],
  [19, "MK SI"],
  [20, "AT BA EE KZ LT LU MN XK"],
  [21, "CH HR LI LV"],
  [22, "BG BH CR DE GB GE IE ME RS VA"],
  [23, "AE GI IL IQ OM SO TL"],
  [24, "AD CZ ES MD PK RO SA SE SK TN VG"],
  [25, "LY PT ST"],
  [26, "IS TR"],
  [27, "BI DJ FR GR IT MC MR SM"],
  [28, "AL AZ BY CY DO GT HN HU LB NI PL SV"],
  [29, "BR EG PS QA UA"],
  [30, "JO KW MU YE"],
  [31, "MT SC"],
  [32, "LC"],
  [33, "RU"],
]);

/** Whether the registry has the country and its IBANs are that long. */
const hasRegisteredLength = (iban: string): boolean =>
  countriesByLength.get(iban.length)?.split(" ").includes(iban.slice(0, 2)) ?? false;

/** Countries of the SEPA schemes by the codes of their IBANs (EPC409-09, list of 2025). */
const sepaCountries: ReadonlySet<string> = new Set(
  (
    "AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE " +
    "SI SK SM VA"
  ).split(" "),
);

/** Whether the account can receive SEPA credit transfers. */
export const isSepaIban = (iban: string): boolean => sepaCountries.has(iban.slice(0, 2));

/** Whether the account is in Switzerland or Liechtenstein, whose banks accept QR-bills. */
export const isSwissIban = (iban: string): boolean => /^(CH|LI)/.test(iban);

/** An IBAN or a payment reference in groups of four, as it is printed. */
export const inGroupsOfFour = (text: string): string => text.replaceAll(/(.{4})(?=.)/g, "$1 ");

/** Whether payments with a QR reference go there (Swiss Payment Standards): nothing can be paid from or to it otherwise. */
export const isQrIban = (iban: string): boolean => /^(CH|LI)\d{2}3[01]\d{3}/.test(iban);

/** Whether it is an IBAN of the registry, without spaces: its country, length and checksum. */
const isRegisteredIban = (iban: string): boolean =>
  /^[A-Z]{2}\d{2}[0-9A-Z]+$/.test(iban) && hasRegisteredLength(iban) && hasIbanChecksum(iban);

const ibanText = () => line({ max: 42 }).overwrite((value) => value.replaceAll(" ", "").toUpperCase());

/** An IBAN of a country of the registry, or a QR-IBAN, written with or without spaces. */
export const companyIban = ibanText()
  .refine(isRegisteredIban, say("settings.iban"))
  .meta({ examples: ["CH9300762011623852957"] })
  .register(textKinds, { kind: "line" });

/** A business identifier code of a bank (ISO 9362). */
export const bicSchema = line({ max: 11 })
  .overwrite((value) => value.toUpperCase())
  .refine((value) => /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(value), say("settings.bic"))
  .meta({ examples: ["POFICHBEXXX"] })
  .register(textKinds, { kind: "line" });

/** An IBAN of a country of the registry to which transfers can go, written with or without spaces. */
export const payableIban = ibanText()
  .refine((value) => isRegisteredIban(value) && !isQrIban(value), say("publishers.iban"))
  .meta({ examples: ["CH9300762011623852957"] })
  .register(textKinds, { kind: "line" });
