import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { roles } from "../kernel/roles.ts";
import { opaque } from "../kernel/text.ts";
import { emailSchema, passwordSchema, say } from "../kernel/validation.ts";
import { signedIn, visitor } from "../kernel/who.ts";
import { userSchema } from "../users/users.ts";

const messageSchema = z.object({ message: z.string() });

export const identityEndpoints = {
  issueCsrfToken: endpoint({
    method: "GET",
    path: "/csrf-cookie",
    tag: "Sign-in",
    summary: "Sets the XSRF-TOKEN cookie that state-changing calls send back in X-XSRF-TOKEN",
    who: visitor,
    output: null,
  }),
  signIn: endpoint({
    method: "POST",
    path: "/login",
    tag: "Sign-in",
    summary: "Opens a session for the holder of an identity token; 403 where the account is disabled or archived",
    who: visitor,
    body: z.strictObject({ fb_token: opaque({ max: 8192 }) }),
    output: userSchema,
    errors: ["unauthenticated", "forbidden"],
  }),
  signOut: endpoint({
    method: "POST",
    path: "/users/me/logout",
    tag: "Sign-in",
    summary: "Ends the session",
    who: signedIn,
    account: "any",
    output: null,
  }),
  checkUser: endpoint({
    method: "GET",
    path: "/users/check",
    tag: "Sign-in",
    summary: "Whether the holder of the identity token has an account, and its role",
    who: visitor,
    query: z.object({ fb_token: opaque({ min: 0, max: 8192 }).optional() }),
    output: z.object({ userExists: z.boolean(), role: z.enum(roles).nullable() }),
    errors: ["unauthenticated"],
  }),
  sendVerification: endpoint({
    method: "POST",
    path: "/email/verification-notification",
    tag: "Sign-in",
    summary: "Sends a new verification mail; none to a verified address; 429 when repeated within a minute",
    who: signedIn,
    account: "any",
    output: messageSchema,
  }),
  requestPasswordReset: endpoint({
    method: "POST",
    path: "/auth/forgot-password",
    tag: "Sign-in",
    summary: "Mails a link for a new password; 403 for an address without an account",
    who: visitor,
    body: z.strictObject({ email: emailSchema }),
    output: messageSchema,
    errors: ["forbidden", "unavailable"],
  }),
  resetPassword: endpoint({
    method: "POST",
    path: "/auth/reset",
    tag: "Sign-in",
    summary: "Sets a new password with the token of the mail; every session of the user ends",
    who: visitor,
    query: z.object({ token: opaque({ min: 0, max: 512 }).optional() }),
    body: z
      .strictObject({
        email: emailSchema,
        token: opaque({ max: 512 }),
        password: passwordSchema,
        password_confirmation: passwordSchema,
      })
      .refine((body) => body.password === body.password_confirmation, {
        path: ["password_confirmation"],
        ...say("password.mismatch"),
      }),
    output: messageSchema,
    errors: ["unavailable"],
  }),
};
