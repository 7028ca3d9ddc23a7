import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { line, opaque } from "../kernel/text.ts";
import { instantSchema, uidSchema } from "../kernel/validation.ts";
import { byRole, signedIn, visitor } from "../kernel/who.ts";
import { userSchema } from "../users/users.ts";

/** Six digits of the authenticator app, or a recovery code; spaces and hyphens are ignored. */
const codeSchema = line({ max: 64 })
  .transform((code) => code.replaceAll(/[\s-]/g, "").toLowerCase())
  .pipe(z.string().regex(/^(\d{6}|[a-z2-7]{16})$/, { error: "second_factor.code" }));

const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) });

export const secondFactorEndpoints = {
  verifySecondFactor: endpoint({
    method: "POST",
    path: "/login/second-factor",
    tag: "Sign-in",
    summary: "Ends a sign-in that answered second_factor_needed, with a code or a recovery code; within 5 minutes",
    who: visitor,
    body: z.strictObject({ code: codeSchema }),
    output: userSchema,
    errors: ["unauthenticated", "forbidden", "conflict"],
  }),
  showSecondFactor: endpoint({
    method: "GET",
    path: "/users/me/second-factor",
    tag: "Users",
    summary: "Whether the own account has a second factor, since when, and how many recovery codes are left",
    who: signedIn,
    account: "any",
    output: z.object({
      enabled_at: instantSchema.nullable(),
      /** Required for staff of a production installation. */
      is_required: z.boolean(),
      recovery_codes_left: z.number().int(),
    }),
  }),
  beginSecondFactor: endpoint({
    method: "POST",
    path: "/users/me/second-factor",
    tag: "Users",
    summary:
      "Starts to set up a second factor within 5 minutes of the sign-in: the secret for an authenticator app, as text and as otpauth address",
    who: signedIn,
    account: "any",
    output: z.object({ secret: z.string(), uri: z.string() }),
    status: 201,
    errors: ["conflict"],
  }),
  confirmSecondFactor: endpoint({
    method: "POST",
    path: "/users/me/second-factor/confirm",
    tag: "Users",
    summary: "Turns the second factor on with the app's first code; answers the recovery codes; other sessions end",
    who: signedIn,
    account: "any",
    body: z.strictObject({ code: codeSchema }),
    output: recoveryCodes,
    errors: ["conflict"],
  }),
  renewRecoveryCodes: endpoint({
    method: "POST",
    path: "/users/me/second-factor/recovery-codes",
    tag: "Users",
    summary: "New recovery codes for a code of the app; the earlier ones become invalid",
    who: signedIn,
    account: "any",
    body: z.strictObject({ code: codeSchema }),
    output: recoveryCodes,
    errors: ["conflict"],
  }),
  disableSecondFactor: endpoint({
    method: "POST",
    path: "/users/me/second-factor/disable",
    tag: "Users",
    summary: "Turns the second factor off, with the password, where there is one, and a code",
    who: signedIn,
    account: "any",
    body: z.strictObject({ password: opaque({ min: 0, max: 512 }).optional(), code: codeSchema }),
    output: null,
    errors: ["conflict"],
  }),
  resetSecondFactor: endpoint({
    method: "DELETE",
    path: "/admin/users/:user/second-factor",
    tag: "User administration",
    summary: "Removes a lost second factor of another user and ends the user's sessions",
    who: byRole({ super_admin: "all" }),
    params: z.object({ user: uidSchema }),
    output: null,
    errors: ["not_found"],
  }),
};
