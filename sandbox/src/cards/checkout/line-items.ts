import { invalidRequest } from "../card-error.ts";
import type { CardObject, CardStore } from "../card-store.ts";
import type { Answer, Cards } from "../cards.ts";
import { currencyOf, type Params } from "../params.ts";

export type LineItem = {
  id: string;
  object: "item";
  amount_discount: number;
  amount_subtotal: number;
  amount_tax: number;
  amount_total: number;
  currency: string;
  description: string;
  price: object;
  quantity: number;
};

/** One line item of a checkout, from `price_data`. */
export function lineItemOf(cards: Cards, params: Params): LineItem {
  const data = params.record("price_data");
  if (data === undefined) throw invalidRequest("This stand-in takes line items with price_data.", "line_items");
  const currency = currencyOf(data);
  const unitAmount = data.integer("unit_amount");
  if (unitAmount === undefined || unitAmount < 0) {
    throw invalidRequest(
      "Invalid non-negative integer",
      "line_items[0][price_data][unit_amount]",
      "parameter_invalid_integer",
    );
  }
  const product = data.record("product_data");
  const name = product?.required("name") ?? data.required("product");
  product?.refuseUnknown("description", "images", "metadata", "tax_code");
  data.refuseUnknown("tax_behavior");
  const quantity = params.integer("quantity") ?? 1;
  if (quantity < 1)
    throw invalidRequest("Invalid positive integer", "line_items[0][quantity]", "parameter_invalid_integer");
  params.refuseUnknown("adjustable_quantity", "tax_rates");
  const { store } = cards;
  return {
    id: store.newId("li_"),
    object: "item",
    amount_discount: 0,
    amount_subtotal: unitAmount * quantity,
    amount_tax: 0,
    amount_total: unitAmount * quantity,
    currency,
    description: name,
    price: {
      id: store.newId("price_"),
      object: "price",
      active: false,
      billing_scheme: "per_unit",
      created: store.seconds(),
      currency,
      custom_unit_amount: null,
      livemode: false,
      lookup_key: null,
      metadata: {},
      nickname: null,
      product: store.newId("prod_", 14),
      recurring: null,
      tax_behavior: "unspecified",
      tiers_mode: null,
      transform_quantity: null,
      type: "one_time",
      unit_amount: unitAmount,
      unit_amount_decimal: String(unitAmount),
    },
    quantity,
  };
}

export const keepLineItems = (store: CardStore, sessionId: string, items: LineItem[]): CardObject =>
  store.add("sandbox.line_items", `items:${sessionId}`, { items });

export const lineItems = (store: CardStore, sessionId: string): LineItem[] =>
  (store.find(`items:${sessionId}`)?.items as LineItem[] | undefined) ?? [];

export const lineItemList = (store: CardStore, sessionId: string): Answer => ({
  object: "list",
  data: lineItems(store, sessionId),
  has_more: false,
  url: `/v1/checkout/sessions/${sessionId}/line_items`,
});
