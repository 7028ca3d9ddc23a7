import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { amountBetween, amountSchema, currencySchema } from "../kernel/money.ts";
import { pageOf, pageQuery } from "../kernel/paging.ts";
import { line, textKinds } from "../kernel/text.ts";
import { daySchema, idSchema, instantSchema, say, uidSchema } from "../kernel/validation.ts";
import { advertisers, byRole } from "../kernel/who.ts";

/** `scheduled`: before its first day. `expired`: after its last day. `ended`: by staff. */
export const promotionStates = ["active", "scheduled", "used_up", "expired", "ended"] as const;
export type PromotionState = (typeof promotionStates)[number];

/** Those who read the books create and end codes. */
const promoters = byRole({ super_admin: "all", accountant: "all" });
/** Account managers have a budget too, but a gift for customers is not theirs. */
const redeemers = byRole(advertisers);

const codeShape = /^[A-Z0-9-]{8,20}$/;
const maxAmountMinor = 10_000_000;
const maxRedemptions = 1_000_000;

/** A code as typed: small letters and spaces around it do not matter. */
const newCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(codeShape, say("promotion.code_shape"))
  .register(textKinds, { kind: "line" })
  .meta({ examples: ["SPRING-2026"] });

const termsShape = {
  amount: amountBetween(1_00, maxAmountMinor),
  currency: currencySchema,
  /** Days in Zurich, both inclusive. */
  first_on: daySchema,
  last_on: daySchema,
  max_redemptions: z.int().min(1).max(maxRedemptions),
  /** Only for customers who have paid nothing yet. */
  new_customers_only: z.boolean().meta({ examples: [false] }),
  /** What a customer must have paid already, without VAT. */
  min_paid: amountBetween(1, maxAmountMinor * 100).nullable(),
};

/** The terms of a new code. */
export const newPromotionCodeSchema = z
  .strictObject({ code: newCode, ...termsShape, note: line({ min: 0, max: 200 }) })
  .refine(({ first_on, last_on }) => first_on <= last_on, { path: ["last_on"], ...say("campaign.period") })
  .refine(({ new_customers_only, min_paid }) => !new_customers_only || min_paid === null, {
    path: ["min_paid"],
    ...say("promotion.new_or_paid"),
  });
export type NewPromotionCode = z.output<typeof newPromotionCodeSchema>;

export const promotionCodeSchema = z.object({
  id: z.int(),
  code: z.string(),
  state: z.enum(promotionStates),
  ...termsShape,
  amount: amountSchema,
  min_paid: amountSchema.nullable(),
  redemptions: z.int(),
  note: z.string(),
  created_at: instantSchema,
  created_by_name: z.string(),
});
export type PromotionCode = z.infer<typeof promotionCodeSchema>;

const redemptionSchema = z.object({
  user: uidSchema,
  user_name: z.string(),
  /** The transaction that credited the budget. */
  transaction: z.string(),
  redeemed_at: instantSchema,
});
export type PromotionRedemption = z.infer<typeof redemptionSchema>;

const tag = "Billing administration";
const params = z.object({ promotionCode: idSchema });

export const promotionCodeEndpoints = {
  redeemPromotionCode: endpoint({
    method: "POST",
    path: "/billing/promotion-codes/redeem",
    tag: "Billing",
    summary: "Redeems a code: its amount is added to the own budget. Once per customer; ten wrong codes an hour",
    who: redeemers,
    body: z.strictObject({ code: line({ max: 100 }) }),
    output: z.object({ code: z.string(), amount: amountSchema, currency: currencySchema, transaction: z.string() }),
    status: 201,
    movesMoney: true,
    errors: ["not_found"],
  }),
  listPromotionCodes: endpoint({
    method: "GET",
    path: "/billing/promotion-codes",
    tag,
    summary: "Promotion codes, the newest first unless sorted",
    who: promoters,
    query: pageQuery(["code", "amount", "last_on", "redemptions", "created_at"], 30).extend({
      state: z.enum(promotionStates).optional(),
    }),
    output: pageOf(promotionCodeSchema),
  }),
  createPromotionCode: endpoint({
    method: "POST",
    path: "/billing/promotion-codes",
    tag,
    summary:
      "Creates a code, whose terms never change. If all redemptions together are above the limit, a second person approves",
    who: promoters,
    body: newPromotionCodeSchema,
    /** `approval`: the request for a second person; there is no code until then. */
    output: z.object({ code: promotionCodeSchema.nullable(), approval: z.int().nullable() }),
    status: 201,
    movesMoney: true,
  }),
  endPromotionCode: endpoint({
    method: "POST",
    path: "/billing/promotion-codes/:promotionCode/end",
    tag,
    summary: "Ends a code for good; budget that it has given stays",
    who: promoters,
    params,
    output: promotionCodeSchema,
    errors: ["not_found"],
  }),
  listPromotionRedemptions: endpoint({
    method: "GET",
    path: "/billing/promotion-codes/:promotionCode/redemptions",
    tag,
    summary: "Who redeemed a code, newest first",
    who: promoters,
    params,
    query: pageQuery(["redeemed_at"], 30).omit({ search: true, sort: true, direction: true }),
    output: pageOf(redemptionSchema),
    errors: ["not_found"],
  }),
};
