import type { Person } from "./people.ts";

/** A stand-in that speaks OpenID Connect. */
export type OpenIdProvider = {
  /** Below this path of the sandbox; its address is the issuer. */
  path: string;
  name: string;
  /** What an ID token says beside subject, name and address. */
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

/** Without `xms_edov`: as most directories, it does not say whose the address is. */
export const microsoft: OpenIdProvider = {
  path: "microsoft",
  name: "Microsoft",
  claims: (person) => ({
    tid: "9188040d-6c67-4c5b-b112-36a304b66dad",
    ver: "2.0",
    preferred_username: person.email,
  }),
};
