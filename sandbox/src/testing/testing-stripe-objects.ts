import Stripe from "stripe";

/** The official SDK connected to the sandbox. */
export function sdkAt(url: string): Stripe {
  const { hostname: host, port } = new URL(url);
  return new Stripe("sk_test_demo", { host, port, protocol: "http", maxNetworkRetries: 0, telemetry: false });
}

/** One sandbox object of each kind that the platform reads. */
export async function exampleObjects(stripe: Stripe): Promise<{ object: string }[]> {
  const intent = await stripe.paymentIntents.create({
    amount: 10_000,
    currency: "chf",
    payment_method: "pm_card_visa",
    confirm: true,
    expand: ["latest_charge.balance_transaction", "latest_charge.refunds", "payment_method"],
  });
  const charge = intent.latest_charge as Stripe.Charge;
  const session = await stripe.checkout.sessions.create({
    mode: "payment",
    line_items: [
      { quantity: 1, price_data: { currency: "chf", unit_amount: 75_000, product_data: { name: "Budget" } } },
    ],
    success_url: "http://localhost/done",
    cancel_url: "http://localhost/back",
  });
  const customer = await stripe.customers.create({});
  const setup = await stripe.setupIntents.create({});
  const refund = await stripe.refunds.create({ charge: charge.id });
  const [event] = (await stripe.events.list({ limit: 1 })).data;
  if (event === undefined) throw new Error("The sandbox tells of no event");
  const endpoint = await stripe.webhookEndpoints.create({ url: "http://127.0.0.1:9/", enabled_events: ["*"] });
  await stripe.webhookEndpoints.del(endpoint.id);
  const moved = charge.balance_transaction as Stripe.BalanceTransaction;
  const method = intent.payment_method as Stripe.PaymentMethod;
  return [intent, charge, moved, method, session, customer, setup, refund, event, endpoint];
}
