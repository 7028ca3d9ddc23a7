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
};
