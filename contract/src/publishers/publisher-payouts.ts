import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { amountSchema, currencySchema } from "../kernel/money.ts";
import { pageOf, pageQuery } from "../kernel/paging.ts";
import { daySchema, instantSchema } from "../kernel/validation.ts";
import { returnCauses } from "./payout-returns.ts";
import { accountants, statementReaders } from "./publisher-statements.ts";
import { publisherParams, publisherTag } from "./publishers.ts";

/** `rejected`: the bank refused it before it was booked. `returned`: the bank booked it, and then its return. */
export const payoutStates = ["in_payment", "executed", "returned", "rejected", "canceled"] as const;
export type PayoutState = (typeof payoutStates)[number];

const returnFields = {
  /** An ISO 20022 reason code, if the bank named one. */
  reason_code: z.string().nullable(),
  /** What the reason asks for; null for a payout that did not come back. */
  cause: z.enum(returnCauses).nullable(),
};

const payoutSchema = z.object({
  id: z.int(),
  /** The credit note, and the transfer's identification in the file. */
  number: z.string(),
  end_to_end_id: z.string(),
  publisher: z.int(),
  publisher_name: z.string(),
  payment: z.int(),
  message_id: z.string(),
  state: z.enum(payoutStates),
  amount: amountSchema,
  currency: currencySchema,
  iban: z.string(),
  created_at: instantSchema,
  executed_on: daySchema.nullable(),
  returned_on: daySchema.nullable(),
  ...returnFields,
  /** What the bank wrote about it. */
  reason_text: z.string().nullable(),
  /** Whether its publisher is not paid because it came back. */
  is_blocking: z.boolean(),
});
export type Payout = z.infer<typeof payoutSchema>;

export const publisherPayoutEndpoints = {
  showPublisherPayouts: endpoint({
    method: "GET",
    path: "/publishers/:publisher/payouts",
    tag: publisherTag,
    summary: "What of a publisher's share is carried over and why, and whether a returned payout stops its payment",
    who: statementReaders,
    params: publisherParams,
    output: z.object({
      /** The smallest sum that is stated for the last whole month. */
      minimum: amountSchema,
      currency: currencySchema,
      /** What was earned by the end of a month, and waits for the statement that reaches the minimum. */
      carried: z.array(
        z.object({ month: z.string(), currency: currencySchema, amount: amountSchema, minimum: amountSchema }),
      ),
      block: z
        .object({
          number: z.string(),
          amount: amountSchema,
          currency: currencySchema,
          iban: z.string(),
          blocked_at: instantSchema,
          ...returnFields,
        })
        .nullable(),
    }),
    errors: ["not_found"],
  }),
  releasePublisherPayouts: endpoint({
    method: "POST",
    path: "/publishers/:publisher/payouts/release",
    tag: publisherTag,
    summary: "Allows payments to a publisher again although the account of its returned payout has not changed",
    who: accountants,
    params: publisherParams,
    output: null,
    errors: ["not_found", "conflict"],
  }),
  listPublisherPayouts: endpoint({
    method: "GET",
    path: "/publisher-payouts",
    tag: publisherTag,
    summary: "The transfers of all payments, newest first",
    who: accountants,
    query: pageQuery(["name"], 30)
      .omit({ sort: true, direction: true })
      .extend({
        state: z.enum(payoutStates).optional(),
        payment: z.coerce.number().int().positive().optional(),
        /** Those whose return stops the payment of their publisher. */
        blocking: z.stringbool().optional(),
      }),
    output: pageOf(payoutSchema),
  }),
};
