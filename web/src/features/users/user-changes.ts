import type { User } from "@litfass/contract/users/users";
import { type ProfileValues, valuesOf } from "./profile/profile-values.ts";

/** The form values of the user fields that staff can change. */
export type UserValues = Omit<ProfileValues, "is_terms_accepted"> & {
  email: string;
  user_role: User["user_role"];
};

/** The initial values of the form. */
export function userValuesOf(user: User): UserValues {
  const { is_terms_accepted: _terms, ...profile } = valuesOf(user);
  return { ...profile, email: user.email ?? "", user_role: user.user_role };
}

/**
 * The changed fields for the API: untouched fields are not sent, even empty ones. The country is sent along with a
 * postal code or VAT number, which must match it.
 */
export function userChangesOf(values: UserValues, start: UserValues): Record<string, unknown> {
  const names = Object.keys(start) as (keyof UserValues)[];
  const tidy = (value: unknown) => (typeof value === "string" ? value.trim() : value);
  const changed = names.filter((name) => tidy(values[name]) !== tidy(start[name]));
  const changes: Record<string, unknown> = Object.fromEntries(changed.map((name) => [name, tidy(values[name])]));
  if (changes.vat_number === "") changes.vat_number = null;
  if (values.country_code && ("postal_code" in changes || "vat_number" in changes)) {
    changes.country_code = values.country_code;
  }
  if ("country_code" in changes) {
    if (values.postal_code) changes.postal_code = values.postal_code.trim();
    if (values.vat_number) changes.vat_number = values.vat_number.trim();
  }
  return changes;
}
