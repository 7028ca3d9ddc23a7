import { actorUid } from "@litfass/platform/command/actor";
import { type CommandCall, command } from "@litfass/platform/command/command";
import { notFound } from "@litfass/platform/problem";
import { dayOf } from "../invoices/invoice.ts";
import { type AgreedPrice, stateOf } from "./customer-price.ts";
import { endAgreed, lockAgreed } from "./customer-price-sql.ts";

/** Ends an agreement with a customer now; what was sold keeps its price. @throws 404 */
export const endCustomerPrice = command({
  name: "billing.end_customer_price",
  errors: ["not_found"],
  async run({ ctx, input }: CommandCall<{ user: string; id: number }>): Promise<AgreedPrice> {
    const { tx, clock } = ctx;
    const price = await lockAgreed(tx, input.user, input.id);
    if (!price) throw notFound();
    const state = stateOf(price, dayOf(clock.now()));
    if (state === "ended" || state === "expired") {
      ctx.audit.unchanged("the agreement is over already");
      return price;
    }
    const endedAt = clock.now();
    await endAgreed(tx, price.id, actorUid(ctx.actor), endedAt);
    await ctx.audit.record({
      subjectUid: price.ownerUid,
      action: "customer_price_ended",
      subject: { type: "customer_price", id: String(price.id) },
      changes: [{ field: "state", before: state, after: "ended" }],
      details: { description: price.reason },
    });
    return { ...price, endedAt };
  },
});
