import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { currencySchema, minorSchema } from "../kernel/money.ts";
import { emailSchema, instantSchema } from "../kernel/validation.ts";
import { advertisers, byRole, signedIn } from "../kernel/who.ts";

/** A browser that is signed in. */
export const sessionSchema = z.object({
  id: z.string(),
  /** Names such as "Firefox" and "Windows"; null where the device does not say. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  /** The network it signed in from: an address without its end. */
  network: z.string().nullable(),
  opened_at: instantSchema,
  /** When it last called, to five minutes. */
  last_seen_at: instantSchema,
  is_current: z.boolean(),
});
export type Session = z.infer<typeof sessionSchema>;

/** So many sessions are listed. */
export const listedSessions = 50;

const confirmation = { password: z.string().max(512).optional() };

/** What is open in an account that is to be closed. Money may be left if its owner says so. */
export const closingSchema = z.object({
  /** Nothing but money stands in the way. */
  can_close: z.boolean(),
  /** Active and paused campaigns. */
  running_campaigns: z.number().int(),
  /** Ended campaigns whose last figures are still awaited; it takes minutes. */
  settling_campaigns: z.number().int(),
  /** Money that is left, in minor units, by currency. */
  balances: z.array(z.object({ currency: currencySchema, amount: minorSchema, amount_formatted: z.string() })),
  /** Orders by invoice that are neither paid nor rejected. */
  open_orders: z.number().int(),
});
export type Closing = z.infer<typeof closingSchema>;

export const ownAccountEndpoints = {
  listSessions: endpoint({
    method: "GET",
    path: "/users/me/sessions",
    tag: "Session",
    summary: `The own open sessions, the one that calls and then the last used first, at most ${listedSessions}`,
    who: signedIn,
    account: "any",
    output: z.object({ sessions: z.array(sessionSchema) }),
  }),
  endSession: endpoint({
    method: "DELETE",
    path: "/users/me/sessions/:session",
    tag: "Session",
    summary: "Ends one own session; also the one that calls",
    who: signedIn,
    account: "any",
    params: z.object({ session: z.uuid() }),
    output: null,
    errors: ["not_found"],
  }),
  endOtherSessions: endpoint({
    method: "DELETE",
    path: "/users/me/sessions",
    tag: "Session",
    summary: "Ends all own sessions but the one that calls",
    who: signedIn,
    account: "any",
    output: null,
  }),
  changeOwnEmail: endpoint({
    method: "POST",
    path: "/users/me/email",
    tag: "Users",
    summary:
      "Mails a link to a new own address, which counts once the link is opened; with the password, or within 5 minutes of the sign-in where there is none",
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
    summary: "What is open in the own account: running campaigns, orders and money",
    who: byRole(advertisers),
    account: "any",
    output: closingSchema,
  }),
  closeAccount: endpoint({
    method: "POST",
    path: "/users/me/close",
    tag: "Users",
    summary:
      "Closes the own account for good: sign-in, sessions and connections go, invoices and bookings stay; 409 while something runs",
    who: byRole(advertisers),
    account: "any",
    body: z.strictObject({
      /** The own address, typed to confirm. */
      email: z.string().trim().min(1).max(320),
      /** Closes although money is left: it stays in the books, and cannot be spent any more. */
      leaves_balance: z.boolean().default(false),
      ...confirmation,
    }),
    output: null,
    errors: ["conflict", "unavailable"],
  }),
};
