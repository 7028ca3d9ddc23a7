import { z } from "zod";
import { manualInvoiceStatuses } from "../billing/billing-shapes.ts";
import { approvalIdSchema } from "../billing/staff-fields.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { bankFileForm } from "../kernel/form-limits.ts";
import { amountSchema } from "../kernel/money.ts";
import { pageOf, pageQuery } from "../kernel/paging.ts";
import { line } from "../kernel/text.ts";
import { daySchema, idSchema, instantSchema } from "../kernel/validation.ts";
import { byRole } from "../kernel/who.ts";

/** Those who read the books. */
export const bankUsers = byRole({ super_admin: "all", accountant: "all" });
const tag = "Bank";

/** Messages of ISO 20022 that can be imported, in the versions of Swiss and EU banks. */
export const bankMessages = {
  "camt.053": ["02", "04", "08"],
  "camt.054": ["02", "04", "08"],
  "pain.002": ["03", "10"],
};
export type BankMessage = keyof typeof bankMessages;
const bankMessageNames = ["camt.053", "camt.054", "pain.002"] as const satisfies BankMessage[];

export const maxBankFileBytes = 5_000_000;
export const maxBankEntries = 5_000;

/**
 * `matched`: the payout that was executed, or the order that was paid. `returned`: the payout that came back.
 * `suggestion`: a person confirms it. `unknown`: nothing was booked. `done`: nothing has to be booked.
 */
export const bankEntryStates = ["matched", "returned", "suggestion", "unknown", "done"] as const;
export type BankEntryState = (typeof bankEntryStates)[number];

/** Why nothing was booked. */
export const bankEntryReasons = [
  "no_match",
  "amount_differs",
  "details_differ",
  "other_account",
  "already_executed",
  "already_returned",
  "not_executed",
  "canceled",
  "rejected",
  "credit_reversed",
  "no_order",
  "order_paid",
  "order_closed",
  // of entries that need nothing
  "repeated",
  "detailed",
  "pending",
  "accepted",
  "by_hand",
] as const;
export type BankEntryReason = (typeof bankEntryReasons)[number];

const count = z.int().nonnegative();
const fileSchema = z.object({
  id: z.int(),
  name: z.string(),
  message: z.enum(bankMessageNames),
  version: z.string().meta({ examples: ["08"] }),
  /** The IBAN of its first statement. */
  account: z.string().nullable(),
  imported_at: instantSchema,
  imported_by: z.string().nullable(),
  entries: count,
  /** Entries that an earlier file had. */
  repeated: count,
  matched: count,
  returned: count,
  suggestion: count,
  unknown: count,
  done: count,
});
export type BankFile = z.infer<typeof fileSchema>;

const entrySchema = z.object({
  id: z.int(),
  /** `status`: the bank's report on a payment file, which books nothing. */
  kind: z.enum(["debit", "credit", "status"]),
  account: z.string().nullable(),
  /** Null if a report has no amount. */
  currency: z.string().nullable(),
  amount: z.number(),
  booked_on: daySchema,
  value_on: daySchema,
  /** The bank's own identification of the booking. */
  bank_reference: z.string().nullable(),
  party_name: z.string().nullable(),
  party_iban: z.string().nullable(),
  /** A QR reference or a creditor reference. */
  reference: z.string().nullable(),
  end_to_end_id: z.string().nullable(),
  text: z.string().nullable(),
  return_code: z.string().nullable(),
  state: z.enum(bankEntryStates),
  reason: z.enum(bankEntryReasons).nullable(),
  /** The payouts that it executed or returned, or the one that may have come back. */
  payouts: z.array(z.object({ id: z.int(), end_to_end_id: z.string(), publisher_name: z.string() })),
  /** The order that its reference names. */
  order: z
    .object({
      id: z.int(),
      invoice: z.string(),
      user_name: z.string(),
      amount: amountSchema,
      status: z.enum(manualInvoiceStatuses),
      awaits_approval: z.boolean(),
    })
    .nullable(),
  /** Who confirmed it or noted that nothing has to be booked. */
  decided_by: z.string().nullable(),
  decided_at: instantSchema.nullable(),
  note: z.string().nullable(),
});
export type BankEntry = z.infer<typeof entrySchema>;

const entryParams = z.object({ entry: idSchema });
const listed = pageQuery(["name"], 30).omit({ sort: true, direction: true });

export const bankEndpoints = {
  importBankFile: endpoint({
    method: "POST",
    path: "/bank-files",
    tag,
    summary:
      "Imports a camt.053, camt.054 or pain.002 file: payouts that it has are booked once, customers' payments are suggested. An entry that another file had changes nothing",
    who: bankUsers,
    multipart: bankFileForm,
    output: z.object({
      file: fileSchema,
      /** The same file was imported before. */
      is_repeated: z.boolean(),
    }),
  }),
  listBankFiles: endpoint({
    method: "GET",
    path: "/bank-files",
    tag,
    summary: "Imported files of the bank with the number of their entries by state, newest first",
    who: bankUsers,
    query: listed,
    output: pageOf(fileSchema),
  }),
  listBankEntries: endpoint({
    method: "GET",
    path: "/bank-entries",
    tag,
    summary: "Entries of imported files, the newest booking first",
    who: bankUsers,
    query: listed.extend({
      state: z.enum(bankEntryStates).optional(),
      file: z.coerce.number().int().positive().optional(),
      /** Suggestions, and unknown entries that name something in the books. */
      to_check: z.stringbool().optional(),
    }),
    output: pageOf(entrySchema),
  }),
  confirmBankEntry: endpoint({
    method: "POST",
    path: "/bank-entries/:entry/confirm",
    tag,
    summary:
      "Confirms a suggestion: marks the order as paid, above the limit with a second person, or the payout as returned",
    who: bankUsers,
    params: entryParams,
    output: z.object({ approval: approvalIdSchema }),
    errors: ["not_found", "conflict"],
    movesMoney: true,
  }),
  settleBankEntry: endpoint({
    method: "POST",
    path: "/bank-entries/:entry/done",
    tag,
    summary: "Notes that a suggestion or an unknown entry needs no booking here, with the reason",
    who: bankUsers,
    params: entryParams,
    body: z.strictObject({ note: line({ max: 200 }) }),
    output: null,
    errors: ["not_found", "conflict"],
  }),
};
