import { z } from "zod";
import { countrySchema } from "../kernel/country/countries.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { payableIban } from "../kernel/iban.ts";
import { languages } from "../kernel/language.ts";
import { amountSchema, currencySchema } from "../kernel/money.ts";
import { pageOf, pageQuery } from "../kernel/paging.ts";
import { roles } from "../kernel/roles.ts";
import { line } from "../kernel/text.ts";
import { daySchema, idSchema, instantSchema, say } from "../kernel/validation.ts";
import { admins, byRole, type Who } from "../kernel/who.ts";
import { returnCauses } from "./payout-returns.ts";
import { publisherParams, publisherTag, publisherUsers } from "./publishers.ts";

/** `open`: to be approved. `approved`: a credit note that is due. */
export const publisherStatementStates = ["open", "approved", "paid"] as const;
export type PublisherStatementState = (typeof publisherStatementStates)[number];
/** `created`: its file can be given to the bank. `rejected`: the bank executed none of its transfers. */
export const publisherPaymentStates = ["created", "paid", "rejected", "canceled"] as const;

const maxStatementsPerPayment = 500;

/** Those who read the books approve and pay. */
export const accountants = byRole({ super_admin: "all", accountant: "all" });
export const statementReaders: Who = byRole({
  ...Object.fromEntries(roles.map((role) => [role, "own" as const])),
  ...admins,
  accountant: "all",
});

/** Who is paid for a publisher, and to which account. Lengths are those of payment files. */
export const payeeSchema = z.strictObject({
  company: line({ max: 70 }),
  street: line({ max: 70 }),
  house_number: line({ min: 0, max: 16 }),
  postal_code: line({ max: 16 }),
  city: line({ max: 35 }),
  country_code: countrySchema,
  /** Null: the publisher is not registered for VAT, so its credit notes have none. */
  vat_number: line({ max: 40 })
    .nullable()
    .meta({ examples: ["CHE-123.456.788 MWST"] }),
  iban: payableIban,
  /** The language of its credit notes. */
  language: z.enum(languages),
});
export type Payee = z.output<typeof payeeSchema>;

const statementSchema = z.object({
  id: z.int(),
  publisher: z.int(),
  publisher_name: z.string(),
  month: z.string().meta({ examples: ["2026-11"] }),
  state: z.enum(publisherStatementStates),
  currency: currencySchema,
  net: amountSchema,
  /** In percent; 0 before the approval, without a VAT number and in other countries. */
  vat_rate: z.number(),
  vat: amountSchema,
  gross: amountSchema,
  /** The number of the credit note; null before the approval. */
  number: z.string().nullable(),
  /** Whether the publisher has entered its payment details. */
  has_payee: z.boolean(),
  /** The payment whose file has it; null if there is none. */
  payment: z.int().nullable(),
  /** The smallest net amount that was stated when it was issued; null in earlier statements. */
  minimum: amountSchema.nullable(),
  /** The day on which the bank executed its transfer. */
  executed_on: daySchema.nullable(),
  /** Why its last transfer came back; null if it did not, or has been paid since. */
  returned: z.object({ on: daySchema, reason_code: z.string().nullable(), cause: z.enum(returnCauses) }).nullable(),
  /** Whether its publisher is not paid because a transfer came back. */
  is_blocked: z.boolean(),
  created_at: instantSchema,
  approved_at: instantSchema.nullable(),
  paid_at: instantSchema.nullable(),
});
export type PublisherStatement = z.infer<typeof statementSchema>;

const paymentSchema = z.object({
  id: z.int(),
  /** The identification of the file at the bank. */
  message_id: z.string(),
  state: z.enum(publisherPaymentStates),
  currency: currencySchema,
  statements: z.int(),
  total: amountSchema,
  /** Of its transfers, those that the bank executed, and those that came back or were rejected. */
  executed: z.int(),
  returned: z.int(),
  execute_on: daySchema,
  created_at: instantSchema,
  closed_at: instantSchema.nullable(),
});
export type PublisherPayment = z.infer<typeof paymentSchema>;

const statementParams = z.object({ statement: idSchema });
const paymentParams = z.object({ payment: idSchema });
const listed = pageQuery(["name"], 30).omit({ sort: true, direction: true });
const unique = (list: readonly number[]): boolean => new Set(list).size === list.length;

export const publisherStatementEndpoints = {
  showPayee: endpoint({
    method: "GET",
    path: "/publishers/:publisher/payee",
    tag: publisherTag,
    summary: "A publisher's payment details, printed on its credit notes; null until they are entered",
    who: statementReaders,
    params: publisherParams,
    output: z.object({ payee: payeeSchema.nullable() }),
    errors: ["not_found"],
  }),
  savePayee: endpoint({
    method: "PUT",
    path: "/publishers/:publisher/payee",
    tag: publisherTag,
    summary:
      "Saves a publisher's payment details; credit notes approved before do not change. Another IBAN needs a sign-in of the last 5 minutes",
    who: publisherUsers,
    params: publisherParams,
    body: payeeSchema,
    output: z.object({ payee: payeeSchema }),
    errors: ["not_found", "conflict"],
  }),
  listPublisherStatements: endpoint({
    method: "GET",
    path: "/publishers/:publisher/statements",
    tag: publisherTag,
    summary: "A publisher's monthly statements, newest first",
    who: statementReaders,
    params: publisherParams,
    query: listed.omit({ search: true }),
    output: pageOf(statementSchema),
    errors: ["not_found"],
  }),
  printPublisherStatement: endpoint({
    method: "GET",
    path: "/publishers/:publisher/statements/:statement/pdf",
    tag: publisherTag,
    summary: "A statement as PDF: the credit note once it is approved, and a draft before",
    who: statementReaders,
    params: publisherParams.extend({ statement: idSchema }),
    output: { file: ["application/pdf"] },
    errors: ["not_found"],
  }),
  listAllPublisherStatements: endpoint({
    method: "GET",
    path: "/publisher-statements",
    tag: publisherTag,
    summary: "The monthly statements of all publishers: open ones first, then the newest",
    who: accountants,
    query: listed.extend({
      state: z.enum(publisherStatementStates).optional(),
      /** Approved ones that no payment has and that can be paid. */
      due: z.stringbool().optional(),
    }),
    output: pageOf(statementSchema),
  }),
  approvePublisherStatement: endpoint({
    method: "POST",
    path: "/publisher-statements/:statement/approve",
    tag: publisherTag,
    summary:
      "Issues the credit note: what was accrued becomes payable, with VAT. Above the limit a second person approves. `net` is what was shown; 409 if it has changed",
    who: accountants,
    params: statementParams,
    body: z.strictObject({ net: amountSchema }),
    output: z.object({ approval: z.int().nullable() }),
    errors: ["not_found", "conflict"],
  }),
  listPublisherPayments: endpoint({
    method: "GET",
    path: "/publisher-payments",
    tag: publisherTag,
    summary: "Payments of credit notes, newest first",
    who: accountants,
    query: listed.omit({ search: true }),
    output: pageOf(paymentSchema),
  }),
  createPublisherPayment: endpoint({
    method: "POST",
    path: "/publisher-payments",
    tag: publisherTag,
    summary: "Puts approved statements of one currency into a payment, whose file tells the bank what to transfer",
    who: accountants,
    body: z.strictObject({
      statements: z
        .array(z.int().positive())
        .min(1, say("publishers.no_statements"))
        .max(maxStatementsPerPayment)
        .refine(unique, say("exchanges.repeated")),
      execute_on: daySchema,
    }),
    output: paymentSchema,
    status: 201,
    errors: ["conflict"],
  }),
  downloadPublisherPayment: endpoint({
    method: "GET",
    path: "/publisher-payments/:payment/file",
    tag: publisherTag,
    summary: "The payment as a credit transfer of ISO 20022 (pain.001.001.09, Swiss Payment Standards)",
    who: accountants,
    params: paymentParams,
    output: { file: ["application/xml"] },
    errors: ["not_found", "conflict"],
  }),
  closePublisherPayment: endpoint({
    method: "POST",
    path: "/publisher-payments/:payment/close",
    tag: publisherTag,
    summary:
      "Books the transfers of a payment that no bank statement has as executed today, or cancels them so that their statements are due again",
    who: accountants,
    params: paymentParams,
    body: z.strictObject({ state: z.enum(["paid", "canceled"]) }),
    output: paymentSchema,
    errors: ["not_found", "conflict"],
  }),
};
