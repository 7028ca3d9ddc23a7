import { createHash } from "node:crypto";

/** A person with an account of the same address at every provider. */
export type Person = { id: string; name: string; email: string };

/**
 * Nora already has a demo account with a password: her Google account is linked to it, the others ask for
 * confirmation.
 */
export const people: Person[] = [
  { id: "lena", name: "Lena Aebi", email: "lena.aebi@example.com" },
  { id: "marco", name: "Marco Bernasconi", email: "marco.bernasconi@example.com" },
  { id: "aline", name: "Aline Chevalley", email: "aline.chevalley@example.com" },
  { id: "jonas", name: "Jonas Wyss", email: "jonas.wyss@example.com" },
  { id: "nora", name: "Nora Zbinden", email: "customer@demo.example" },
];

/** A person's id at a provider, different at each. */
export function subjectOf(provider: string, person: Person): string {
  const hash = createHash("sha256").update(`${provider}|${person.id}`).digest();
  return hash.readBigUInt64BE().toString().padStart(20, "1");
}
