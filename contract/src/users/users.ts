import { z } from "zod";
import { planIds } from "../billing/billing-shapes.ts";
import { lineOfBusinessNames } from "../campaigns/lines-of-business.ts";
import { countrySchema } from "../kernel/country/countries.ts";
import { isPostalCode } from "../kernel/country/postal-code.ts";
import { isVatNumber } from "../kernel/country/vat-number.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { problemSchema } from "../kernel/errors.ts";
import type { MessageKey } from "../kernel/messages.ts";
import { amountSchema, currencySchema } from "../kernel/money.ts";
import { roles } from "../kernel/roles.ts";
import { line, opaque } from "../kernel/text.ts";
import { instantSchema, languageSchema, passwordSchema, say, uidSchema } from "../kernel/validation.ts";
import { signedIn } from "../kernel/who.ts";

/** Sums of the ledger for one customer (FIELD-BUDG-001, FIELD-BUDG-002). */
export const budgetSchema = z.object({
  currency: currencySchema,
  balance: amountSchema,
  stripe: amountSchema,
  total: amountSchema,
  manual_balance: amountSchema,
  balance_reserved: amountSchema,
  balance_formatted: z.string(),
  stripe_formatted: z.string(),
  total_formatted: z.string(),
  manual_balance_formatted: z.string(),
  balance_reserved_formatted: z.string(),
});
export type Budget = z.infer<typeof budgetSchema>;

export const subscriptionSchema = z.object({
  is_exists: z.boolean(),
  isNearEndDate: z.boolean(),
  isLowBalance: z.boolean(),
  plan: z.enum(planIds).nullable(),
  end_at: instantSchema.nullable(),
});
export type Subscription = z.infer<typeof subscriptionSchema>;

export const userTypes = ["company", "agency", "branches"] as const;
/** A second factor at sign-in: `required` must be set up before anything else. */
export const secondFactorStates = ["off", "on", "required"] as const;
export const signInProviders = ["google", "facebook", "microsoft", "password"] as const;

/** The signed-in user in the session (FIELD-USER rows). */
export const userSchema = z.object({
  uid: uidSchema,
  full_name: z.string(),
  displayName: z.string(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  company_name: z.string().nullable(),
  company_logo: z.string().nullable(),
  photo_url: z.string().nullable(),
  user_type: z.enum(userTypes),
  user_role: z.enum(roles),
  user_status: z.number().int().nullable(),
  country_code: z.string().nullable(),
  postal_code: z.string().nullable(),
  city: z.string().nullable(),
  street: z.string().nullable(),
  house_number: z.string().nullable(),
  vat_number: z.string().nullable(),
  /** What the account advertises; null until it is declared or the first campaign starts. */
  line_of_business: z.enum(lineOfBusinessNames).nullable(),
  email: z.string().nullable(),
  email_verified_at: instantSchema.nullable(),
  is_terms_accepted: z.boolean(),
  isAllowPromotionAds: z.boolean(),
  lang: languageSchema,
  currency: currencySchema,
  providerData: z.array(z.object({ providerId: z.enum(signInProviders) })),
  second_factor: z.enum(secondFactorStates),
  subscription: subscriptionSchema,
  balance: budgetSchema.nullable(),
});
export type User = z.infer<typeof userSchema>;

const name = line({ max: 100 });
/** The fields of a profile, individually. */
export const profileFields = z.strictObject({
  first_name: name,
  last_name: name,
  company_name: line({ max: 150 }),
  user_type: z.enum(userTypes).default("company"),
  country_code: countrySchema,
  postal_code: line({ max: 12 }),
  city: name,
  street: name,
  house_number: line({ max: 20 }),
  vat_number: line({ min: 0, max: 30 }).nullish(),
  /** What new campaigns of the account start with. Without it, or with null, the declared one stays. */
  line_of_business: z.enum(lineOfBusinessNames).nullish(),
  is_terms_accepted: z.boolean().refine((accepted) => accepted, say("terms.required")),
  isAllowPromotionAds: z.boolean().default(false),
});

/** The edition of the terms that the user was shown. */
const termsEdition = z.int().min(1);

/**
 * The user's own profile; all fields but the line of business and the VAT number are required, and that too for companies outside Switzerland
 * (RULE-011). Unknown fields are rejected.
 */
export const profileSchema = profileFields
  .extend({ terms_edition: termsEdition.optional() })
  .check(({ value, issues }) => {
    const report = (field: keyof z.output<typeof profileFields>, key: MessageKey): void => {
      issues.push({ code: "custom", path: [field], message: key, input: value[field] });
    };
    const country = value.country_code;
    if (!isPostalCode(value.postal_code, country)) report("postal_code", "postal_code.invalid");
    if (value.vat_number) {
      if (!isVatNumber(value.vat_number, country)) report("vat_number", "vat.invalid");
    } else if (value.user_type === "company" && country !== "CH") report("vat_number", "vat.required");
  });
export type Profile = z.infer<typeof profileSchema>;

/** A client may send back the user it received: role and status are dropped, because a profile cannot set them. */
function withoutRoleAndStatus(sent: unknown): unknown {
  if (sent === null || typeof sent !== "object" || Array.isArray(sent)) return sent;
  const dropped = new Set(["user_role", "user_status", "role", "status"]);
  return Object.fromEntries(Object.entries(sent).filter(([field]) => !dropped.has(field)));
}

/** 430: the account's state forbids the call; the client takes over the fresh user. */
export const accountStateProblemSchema = z
  .object({ ...userSchema.shape, ...problemSchema.shape })
  .meta({ id: "AccountStateProblem" });

export const userEndpoints = {
  showMe: endpoint({
    method: "GET",
    path: "/users/me",
    tag: "Users",
    summary: "The signed-in user",
    who: signedIn,
    account: "any",
    output: userSchema,
  }),
  saveProfile: endpoint({
    method: "POST",
    path: "/users/me",
    tag: "Users",
    summary:
      "Saves the own profile and accepts the terms of `terms_edition`; 409 if there are newer ones. Without it only those who " +
      "never accepted any accept the ones in force. Role and status in the body are ignored",
    who: signedIn,
    account: "any",
    body: z.preprocess(withoutRoleAndStatus, profileSchema),
    output: userSchema,
    errors: ["conflict"],
  }),
  acceptTerms: endpoint({
    method: "POST",
    path: "/users/me/terms",
    tag: "Users",
    summary: "Accepts the edition of the terms in force; 409 if there is a newer one",
    who: signedIn,
    account: "verified",
    body: z.strictObject({ edition: termsEdition }),
    output: userSchema,
    errors: ["conflict"],
  }),
  saveLanguage: endpoint({
    method: "PATCH",
    path: "/users/me/lang",
    tag: "Users",
    summary: "Saves the language of the interface and of mails",
    who: signedIn,
    account: "any",
    body: z.strictObject({ lang: languageSchema }),
    output: userSchema,
  }),
  setPassword: endpoint({
    method: "POST",
    path: "/users/password",
    tag: "Users",
    summary: "Sets or changes the own password; other sessions end",
    who: signedIn,
    account: "any",
    body: z
      .strictObject({
        current_password: opaque({ min: 0, max: 512 }).optional(),
        password: passwordSchema,
        password_confirmation: passwordSchema,
      })
      .refine((body) => body.password === body.password_confirmation, {
        path: ["password_confirmation"],
        ...say("password.mismatch"),
      }),
    output: z.object({ message: z.string() }),
    errors: ["conflict", "unavailable"],
  }),
};
