import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { amountSchema, currencySchema } from "../kernel/money.ts";
import { line, opaque } from "../kernel/text.ts";
import { emailSchema, instantSchema } from "../kernel/validation.ts";
import { advertisers, byRole, signedIn } from "../kernel/who.ts";

/** A signed-in browser. */
export const sessionSchema = z.object({
  id: z.string(),
  /** Names such as "Firefox" and "Windows"; null if unknown. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  /** The network of the sign-in: an IP address without its last part. */
  network: z.string().nullable(),
  opened_at: instantSchema,
  /** Time of its last call, rounded to five minutes. */
  last_seen_at: instantSchema,
  is_current: z.boolean(),
});
export type Session = z.infer<typeof sessionSchema>;

/** Maximum number of listed sessions. */
export const listedSessions = 50;

const confirmation = { password: opaque({ min: 0, max: 512 }).optional() };

/** Open items of an account to be closed. Its owner may agree to leave money behind. */
export const closingSchema = z.object({
  /** Only remaining money prevents closing. */
  can_close: z.boolean(),
  /** Active and paused campaigns. */
  running_campaigns: z.number().int(),
  /** Ended campaigns waiting for their final figures, which takes minutes. */
  settling_campaigns: z.number().int(),
  /** Remaining money by currency. */
  balances: z.array(z.object({ currency: currencySchema, amount: amountSchema, amount_formatted: z.string() })),
  /** Orders by invoice that are neither paid nor rejected. */
  open_orders: z.number().int(),
  /** Of the owner of a publisher: it still shows ads, or has statements that are not paid; null if neither. */
  publisher: z.enum(["active", "unpaid"]).nullable(),
});
export type Closing = z.infer<typeof closingSchema>;

export const ownAccountEndpoints = {
  listSessions: endpoint({
    method: "GET",
    path: "/users/me/sessions",
    tag: "Sign-in",
    summary: `The own open sessions, the current one first, then by last use, at most ${listedSessions}`,
    who: signedIn,
    account: "any",
    output: z.object({ sessions: z.array(sessionSchema) }),
  }),
  endSession: endpoint({
    method: "DELETE",
    path: "/users/me/sessions/:session",
    tag: "Sign-in",
    summary: "Ends one own session; the current one too",
    who: signedIn,
    account: "any",
    params: z.object({ session: z.uuid() }),
    output: null,
    errors: ["not_found"],
  }),
  endOtherSessions: endpoint({
    method: "DELETE",
    path: "/users/me/sessions",
    tag: "Sign-in",
    summary: "Ends all own sessions except the current one",
    who: signedIn,
    account: "any",
    output: null,
  }),
  changeOwnEmail: endpoint({
    method: "POST",
    path: "/users/me/email",
    tag: "Users",
    summary:
      "Mails a link to a new own address, which takes effect when the link is opened; needs the password, or without one a sign-in of the last 5 minutes",
    who: signedIn,
    account: "any",
    body: z.strictObject({ email: emailSchema, ...confirmation }),
    output: z.object({ message: z.string() }),
    errors: ["conflict", "unavailable"],
  }),
  showClosing: endpoint({
    method: "GET",
    path: "/users/me/closing",
    tag: "Users",
    summary: "Open matters of the own account: running campaigns, orders and money",
    who: byRole(advertisers),
    account: "any",
    output: closingSchema,
  }),
  closeAccount: endpoint({
    method: "POST",
    path: "/users/me/close",
    tag: "Users",
    summary:
      "Closes the own account permanently: deletes sign-in, sessions and connections, keeps invoices and bookings; 409 while something runs",
    who: byRole(advertisers),
    account: "any",
    body: z.strictObject({
      /** The user's own address, typed to confirm. */
      email: line({ max: 320 }),
      /** Closes although money is left: it stays in the books and can no longer be spent. */
      leaves_balance: z.boolean().default(false),
      ...confirmation,
    }),
    output: null,
    errors: ["conflict", "unavailable"],
  }),
};
