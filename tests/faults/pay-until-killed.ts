import { systemClock } from "@litfass/platform/clock";
import { userActor } from "@litfass/platform/command/actor";
import { createJobs } from "@litfass/platform/jobs/jobs";
import { createLog } from "@litfass/platform/log/log";
import type { Platform } from "@litfass/platform/platform";
import { connectPostgres } from "@litfass/platform/postgres/postgres";
import { systemRandom } from "@litfass/platform/random";
import fastify from "fastify";
import { billingExecutor } from "../../server/src/modules/billing/commands.ts";
import { createCardProcessor } from "../../server/src/modules/billing/payments/card-processor.ts";
import { addCardWebhook } from "../../server/src/modules/billing/payments/card-webhook.ts";
import { findPayment } from "../../server/src/modules/billing/payments/payment-sql.ts";
import { confirmPayment } from "../../server/src/modules/billing/payments/settle-payment.ts";
import { startPayment } from "../../server/src/modules/billing/payments/start-payment.ts";
import { refundTransaction } from "../../server/src/modules/billing/transactions/refund-transaction.ts";
import { readAppConfig } from "../../server/src/processes/config.ts";

/** Requests of the test, by IPC. */
export type Order =
  | { what: "begin"; uid: string; amountMinor: number; key: string }
  | { what: "confirm"; payment: string }
  | { what: "refund"; entry: string; amountMinor: number; key: string };

/**
 * Only billing's card handling, on the database and processor of the environment. Executes its parent's orders and
 * accepts webhooks, until killed.
 */
const config = readAppConfig(process.env);
const log = createLog({ level: "fatal", process: "billing" });
const { db, url } = connectPostgres(config.databaseUrl ?? "", { log });
const jobs = createJobs(url, log);
const platform = { config, log, db, jobs, clock: systemClock, random: systemRandom } as unknown as Platform;
const { stripe } = config.providers;
if (!stripe) throw new Error("No card processor is named");
const cards = createCardProcessor(stripe);
const admin = userActor({ uid: "fault-admin", role: "admin", reach: "all", lang: "en" });
const execute = billingExecutor(platform, cards);
const work = { platform, cards, execute };

async function run(order: Order): Promise<void> {
  if (order.what === "begin") {
    const actor = userActor({ uid: order.uid, role: "customer", reach: "own", lang: "en" });
    await startPayment(work, { actor, purchase: { amountMinor: order.amountMinor }, idempotencyKey: order.key });
  }
  if (order.what === "confirm") {
    const payment = await findPayment(db, order.payment);
    if (payment) await confirmPayment(work, admin, payment);
  }
  if (order.what === "refund") {
    const refund = { transaction: order.entry, amount: order.amountMinor };
    const idempotencyKey = order.key;
    // Like the endpoint: the stored response is JSON, which the movement's amounts are not.
    await execute(refundTransaction, { actor: admin, input: refund, lang: "en", idempotencyKey, present: () => null });
  }
}

const app = fastify();
addCardWebhook(app, work);
await app.listen({ port: 0, host: "127.0.0.1" });
await db.execute("select 1");
process.on("message", (order: Order) => {
  run(order).then(
    () => process.send?.({ done: order.what }),
    (error: Error) => process.send?.({ failed: error.message }),
  );
});
process.on("disconnect", () => process.exit(0));
process.send?.({ port: (app.server.address() as { port: number }).port });
