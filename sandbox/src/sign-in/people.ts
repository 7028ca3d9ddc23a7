import { createHash } from "node:crypto";

/** Somebody who can sign in at every stand-in, there with an account of the same address. */
export type Person = { id: string; name: string; email: string };

/** Nora has a sign-in of the demo already, with a password: her Google account joins it, the others ask her first. */
export const people: Person[] = [
  { id: "lena", name: "Lena Aebi", email: "lena.aebi@example.com" },
  { id: "marco", name: "Marco Bernasconi", email: "marco.bernasconi@example.com" },
  { id: "aline", name: "Aline Chevalley", email: "aline.chevalley@example.com" },
  { id: "jonas", name: "Jonas Wyss", email: "jonas.wyss@example.com" },
  { id: "nora", name: "Nora Zbinden", email: "customer@demo.example" },
];

/** The number by which a provider knows a person; another one at each. */
export function subjectOf(provider: string, person: Person): string {
  const hash = createHash("sha256").update(`${provider}|${person.id}`).digest();
  return hash.readBigUInt64BE().toString().padStart(20, "1");
}
