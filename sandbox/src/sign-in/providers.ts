import type { Person } from "./people.ts";

/** A simulated OpenID Connect provider. */
export type OpenIdProvider = {
  /** Its path in the sandbox; its URL is the issuer. */
  path: string;
  name: string;
  /** Claims of an ID token besides subject, name and address. */
  claims(person: Person): Record<string, unknown>;
};

const givenAndFamily = ({ name }: Person) => {
  const [given_name = "", ...rest] = name.split(" ");
  return { given_name, family_name: rest.join(" ") };
};

export const google: OpenIdProvider = {
  path: "google",
  name: "Google",
  claims: (person) => ({ email_verified: true, ...givenAndFamily(person) }),
};

/** Without `xms_edov`: like most directories, it does not verify addresses. */
export const microsoft: OpenIdProvider = {
  path: "microsoft",
  name: "Microsoft",
  claims: (person) => ({
    tid: "9188040d-6c67-4c5b-b112-36a304b66dad",
    ver: "2.0",
    preferred_username: person.email,
  }),
};
