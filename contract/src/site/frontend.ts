import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { line, multiline, opaque } from "../kernel/text.ts";
import { emailSchema } from "../kernel/validation.ts";
import { visitor } from "../kernel/who.ts";

/** Invisible to people: a request that fills it in comes from a program and is ignored. */
const trap = opaque({ min: 0, max: 200 }).optional();

/** The contact form (PUB-010, PUB-011). An empty phone number is the same as none. */
export const contactSchema = z.strictObject({
  name: line({ max: 100 }),
  email: emailSchema,
  phone: line({ min: 0, max: 40 }).optional(),
  message: multiline({ max: 5000 }),
  website: trap,
});

/** The newsletter form (PUB-012). */
export const subscribeSchema = z.strictObject({ email: emailSchema, website: trap });

/** The sentence that tells the visitor what happens next, in the language of the call. */
const confirmation = z.object({ message: z.string() });

/** Inclusive bounds of a visitor's budget in whole units of the first offered currency. */
export const visitorBudget = { min: 100, max: 50_000 } as const;

const range = z.object({ low: z.number().int(), high: z.number().int() });

const visitorForecast = z.object({
  /** The town that was found, and the radius around it. */
  place: z.string(),
  radius_km: z.number().int(),
  days: z.number().int(),
  /** Null if the traffic sample has too little of this place for an estimate. */
  impressions: range.nullable(),
  reach: range.nullable(),
  /** The guaranteed viewability in percent. */
  viewable_rate: z.number().int(),
});
export type VisitorForecast = z.output<typeof visitorForecast>;

/** A town and a budget in whole units of the first offered currency. */
export const visitorForecastQuery = z.strictObject({
  town: line({ min: 2, max: 60 }),
  budget: z.coerce.number().int().min(visitorBudget.min).max(visitorBudget.max),
});

export const frontendEndpoints = {
  /** Stores the message, mails it to the operator and a copy to the sender. 429 above ten messages an hour. */
  submitContact: endpoint({
    method: "POST",
    path: "/frontend/contact",
    tag: "Site",
    summary: "Sends the public contact form to the operator, with a copy to the sender",
    who: visitor,
    sessionless: true,
    body: contactSchema,
    output: confirmation,
  }),
  /** Stores the address and mails a link to confirm it. A repeated address gets the same response and no other mail. */
  addSubscriber: endpoint({
    method: "POST",
    path: "/frontend/subscribe",
    tag: "Site",
    summary: "Subscribes an address to the newsletter; its owner must confirm it by a mailed link",
    who: visitor,
    sessionless: true,
    body: subscribeSchema,
    output: confirmation,
  }),
  /** The forecast of the campaign wizard, for one town. 422 at `town` if no town has this name. */
  forecastTown: endpoint({
    method: "GET",
    path: "/frontend/forecast",
    tag: "Site",
    summary: "What a budget would bring around a town in 30 days, from sampled bid requests",
    who: visitor,
    query: visitorForecastQuery,
    output: visitorForecast,
  }),
};
