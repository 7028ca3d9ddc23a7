import { line, textKinds } from "./text.ts";
import { say } from "./validation.ts";

/** Whether the checksum of an IBAN without spaces is right (ISO 13616, modulo 97). */
export function hasIbanChecksum(iban: string): boolean {
  const digits = `${iban.slice(4)}${iban.slice(0, 4)}`.replaceAll(/[A-Z]/g, (letter) =>
    String(Number.parseInt(letter, 36)),
  );
  return /^\d+$/.test(digits) && BigInt(digits) % 97n === 1n;
}

/** An IBAN or a payment reference in groups of four, as it is printed. */
export const inGroupsOfFour = (text: string): string => text.replaceAll(/(.{4})(?=.)/g, "$1 ");

/** Whether payments with a QR reference go there (Swiss Payment Standards): nothing can be paid from or to it otherwise. */
export const isQrIban = (iban: string): boolean => /^(CH|LI)\d{2}3[01]\d{3}/.test(iban);

/** An IBAN of any country to which transfers can go, written with or without spaces. */
export const payableIban = line({ max: 42 })
  .overwrite((value) => value.replaceAll(" ", "").toUpperCase())
  .refine(
    (value) => /^[A-Z]{2}\d{2}[0-9A-Z]{11,30}$/.test(value) && hasIbanChecksum(value) && !isQrIban(value),
    say("publishers.iban"),
  )
  .meta({ examples: ["CH9300762011623852957"] })
  .register(textKinds, { kind: "line" });
