import { invoiceReaders, planIds } from "@litfass/contract/billing/billing";
import type { Caller } from "@litfass/contract/kernel/roles";
import { reachOf, signedIn } from "@litfass/contract/kernel/who";
import { admitToPage } from "@litfass/platform/http/admission";
import { sendFile } from "@litfass/platform/http/file-answer";
import { languageOf } from "@litfass/platform/http/language";
import { signInPath } from "@litfass/platform/http/pages/page";
import { type ServerPage, sendServerPage } from "@litfass/platform/http/pages/server-page";
import { identify } from "@litfass/platform/http/signed-in";
import { interFont } from "@litfass/platform/pdf/inter-font";
import { type Platform, queuedFor } from "@litfass/platform/platform";
import { forbidden, notFound, unauthenticated } from "@litfass/platform/problem";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { findUser } from "../users/index.ts";
import { invoiceFile } from "./invoices/invoice-files.ts";
import { findInvoicesWithinReach } from "./invoices/invoice-list-sql.ts";
import { findInvoice, type KnownInvoice } from "./invoices/invoice-sql.ts";
import { hasReservedBudget } from "./ledger/ledger-sql.ts";
import type { CardProcessor } from "./payments/card-processor.ts";
import { cardConfirmation, confirmationStylePath, orderConfirmation } from "./payments/confirmation-page.ts";
import { confirmationStyle } from "./payments/confirmation-style.ts";
import { findPaymentOfCheckout } from "./payments/payment-sql.ts";
import { confirmPayment } from "./payments/settle-payment.ts";
import { planPicture } from "./plans/plan-picture.ts";
import { jobActor } from "./run-command.ts";
import type { PaymentRow } from "./tables.ts";

type Reply = FastifyReply;
/**
 * The processor identifies the checkout, or the charge of a saved card that the bank asked the cardholder to confirm.
 */
type CheckoutReturn = { Querystring: { session_id?: string; payment_intent?: string } };
const hidden = { schema: { hide: true } };
const sendPage = (reply: Reply, page: ServerPage): Reply =>
  sendServerPage(reply.header("cache-control", "no-store"), page);

/** A user who returns from the processor's page may no longer have a session. */
const returnActor = jobActor("billing.checkout-return");

/** The server-rendered pages of billing: invoices as PDF, confirmations, the images of the plans. */
export function addBillingPages(app: FastifyInstance, platform: Platform, cards: CardProcessor | null): void {
  app.get<{ Params: { invoice: string } }>("/invoices/:invoice", hidden, async (request, reply) => {
    await app.services.limits.countAddress(request.ip);
    if (!(await identify(app, request))) return askToSignIn(request, reply);
    const reader = await admitToPage(app, request, signedIn);
    const invoice = await readableInvoice(platform, reader, request.params.invoice);
    const body = await invoiceFile(queuedFor(platform, reader.uid), invoice);
    reply.header("cache-control", "private, max-age=300");
    return sendFile(reply, { body, contentType: "application/pdf", filename: `${invoice.number}.pdf`, inline: true });
  });

  app.get<{ Querystring: { invoice?: string } }>("/order-confirmation", hidden, async (request, reply) => {
    await app.services.limits.countAddress(request.ip);
    if (!(await identify(app, request))) return askToSignIn(request, reply);
    const reader = await admitToPage(app, request, signedIn);
    const invoice = await readableInvoice(platform, reader, String(request.query.invoice ?? ""));
    return sendPage(reply, orderConfirmation(invoice, reader.lang));
  });

  const confirmed = async (payment: PaymentRow): Promise<PaymentRow> =>
    cards ? confirmPayment({ platform, cards, execute: app.services.execute }, returnActor, payment) : payment;

  // The checkout id is a secret shared by the payer's browser and the processor, so no session is needed.
  app.get<CheckoutReturn>("/billing/checkout/success", hidden, async (request, reply) => {
    await app.services.limits.countAddress(request.ip);
    const checkoutId = String(request.query.session_id ?? request.query.payment_intent ?? "");
    const known = checkoutId === "" ? null : await findPaymentOfCheckout(platform.db, checkoutId);
    if (!known) throw notFound();
    const payment = await confirmed(known);
    const owner = await findUser(platform.db, payment.ownerUid);
    const invoice = payment.invoiceNumber ? await findInvoice(platform.db, payment.invoiceNumber) : null;
    const language = owner?.lang ?? languageOf(request);
    const hasCampaign = await hasReservedBudget(platform.db, payment.ownerUid);
    return sendPage(reply, cardConfirmation({ payment, invoice, language, hasCampaign }));
  });

  app.get(confirmationStylePath, hidden, async (_request, reply) =>
    reply.header("cache-control", "public, max-age=3600").type("text/css; charset=utf-8").send(confirmationStyle),
  );

  for (const weight of ["400Regular", "600SemiBold", "700Bold"] as const) {
    app.get(`/billing/inter-${weight}.ttf`, hidden, async (_request, reply) =>
      reply.header("cache-control", "public, max-age=31536000").type("font/ttf").send(interFont(weight)),
    );
  }

  for (const id of planIds) {
    app.get(`/plans/${id}.svg`, hidden, async (_request, reply) =>
      reply.header("cache-control", "public, max-age=3600").type("image/svg+xml").send(planPicture(id)),
    );
  }
}

/** Redirects browsers to the sign-in page; other clients get the error. */
function askToSignIn(request: FastifyRequest, reply: Reply): Reply {
  if (!(request.headers.accept ?? "").includes("text/html")) throw unauthenticated();
  return reply.redirect(signInPath(request.url));
}

/** An invoice of the reader, or one that billing staff may read (PAGE-001). @throws 404, 403. */
async function readableInvoice(platform: Platform, reader: Caller, number: string): Promise<KnownInvoice> {
  const reach = reachOf(invoiceReaders, reader.role) ?? "own";
  const [invoice] = await findInvoicesWithinReach(platform.db, { uid: reader.uid, reach }, [number]);
  if (invoice) return invoice;
  throw (await findInvoice(platform.db, number)) ? forbidden() : notFound();
}
