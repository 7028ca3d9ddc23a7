import { missing } from "./card-error.ts";
import type { CardObject } from "./card-store.ts";
import { type Call, listed, type Route } from "./cards.ts";
import type { Params } from "./params.ts";

const addressFields = ["city", "country", "line1", "line2", "postal_code", "state"];

/** An address with every field, null if missing. */
export function addressOf(params: Params | undefined): Record<string, string | null> | null {
  if (params === undefined) return null;
  const address = Object.fromEntries(addressFields.map((name) => [name, params.text(name) ?? null]));
  params.refuseUnknown();
  return address;
}

const ignored = [
  "expand",
  "invoice_settings",
  "invoice_prefix",
  "tax",
  "tax_exempt",
  "tax_id_data",
  "shipping",
  "source",
  "balance",
];

function changed(params: Params, before: CardObject | null) {
  const text = (name: string): string | null =>
    params.has(name) ? (params.text(name) ?? null) : ((before?.[name] as string | null) ?? null);
  const fields = {
    address: params.has("address") ? addressOf(params.record("address")) : (before?.address ?? null),
    description: text("description"),
    email: text("email"),
    metadata: params.metadata((before?.metadata as Record<string, string>) ?? {}),
    name: text("name"),
    phone: text("phone"),
    preferred_locales: params.has("preferred_locales")
      ? params.texts("preferred_locales")
      : (before?.preferred_locales ?? []),
  };
  params.refuseUnknown(...ignored, "payment_method");
  return fields;
}

/** A customer that was not deleted. @throws CardError resource_missing. */
export function customerOf({ cards }: Pick<Call, "cards">, id: string, param?: string): CardObject {
  const customer = cards.store.get("customer", id, param);
  if (customer.deleted) throw missing("customer", id, param);
  return customer;
}

const create = ({ cards, params }: Call): CardObject => {
  const id = cards.store.newId("cus_", 14);
  const customer = cards.store.add("customer", id, {
    ...changed(params, null),
    balance: 0,
    currency: null,
    default_source: null,
    delinquent: false,
    discount: null,
    invoice_prefix: id.slice(-8).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    next_invoice_sequence: 1,
    shipping: null,
    tax_exempt: "none",
    test_clock: null,
    customer_account: null,
  });
  cards.emit("customer.created", customer);
  return customer;
};

const update = (call: Call): CardObject => {
  const before = customerOf(call, call.ids[0]!);
  const customer = { ...before, ...changed(call.params, before) };
  call.cards.store.save(customer);
  call.cards.emit("customer.updated", customer);
  return customer;
};

/** A deleted customer keeps its id, like at Stripe. */
const remove = (call: Call) => {
  const { id, object, created } = customerOf(call, call.ids[0]!);
  const gone = { id, object, deleted: true, created };
  call.cards.store.save(gone);
  call.cards.emit("customer.deleted", gone);
  return { id, object, deleted: true };
};

const retrieve = ({ cards, ids }: Call) => {
  const customer = cards.store.get("customer", ids[0]!);
  return customer.deleted ? { id: customer.id, object: "customer", deleted: true } : customer;
};

export const customerRoutes: Route[] = [
  ["POST", "/v1/customers", create],
  [
    "GET",
    "/v1/customers",
    (call) => {
      const email = call.params.text("email");
      return listed(call, "customer", (one) => !one.deleted && (email === undefined || one.email === email));
    },
  ],
  ["GET", "/v1/customers/:id", retrieve],
  ["POST", "/v1/customers/:id", update],
  ["DELETE", "/v1/customers/:id", remove],
  [
    "GET",
    "/v1/customers/:id/payment_methods",
    (call) => {
      const { id } = customerOf(call, call.ids[0]!);
      const type = call.params.text("type");
      return listed(call, "payment_method", (one) => one.customer === id && (type === undefined || one.type === type));
    },
  ],
];
