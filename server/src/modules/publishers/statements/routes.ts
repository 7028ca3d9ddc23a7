import { metaOf } from "@litfass/contract/kernel/paging";
import { publisherStatementEndpoints as endpoints } from "@litfass/contract/publishers/publisher-statements";
import { mount } from "@litfass/platform/http/mount";
import { mountCommand } from "@litfass/platform/http/mount-command";
import { type Platform, queuedFor } from "@litfass/platform/platform";
import type { FastifyInstance } from "fastify";
import { requireRecentSignIn } from "../../identity/index.ts";
import { payoutRoutes } from "../payouts/routes.ts";
import { getPublisher } from "../publisher-access.ts";
import { approveStatement } from "./approve-statement.ts";
import { changePayee } from "./change-payee.ts";
import { issueStatements, statementJob } from "./issue-statements.ts";
import { type AccountChange, mailAccountChanged, mailAccountChangedJob } from "./mail-account-changed.ts";
import { closePayment, createPayment, paymentFileOf } from "./pay-statements.ts";
import { findPayee } from "./payee-sql.ts";
import { listPaymentRows } from "./payment-sql.ts";
import { presentPayment, presentStatement, printStatementOf } from "./show-statements.ts";
import { listStatementRows } from "./statement-sql.ts";

/** Payees, monthly statements, their credit notes and payments, and the daily job that issues statements. */
export function statementRoutes(app: FastifyInstance, platform: Platform): void {
  const { db, clock, jobs } = platform;
  mount(app, endpoints.showPayee, async ({ caller, params }) => {
    const { id } = await getPublisher(db, caller, params.publisher, clock.now());
    return { payee: await findPayee(db, id) };
  });
  mountCommand(app, endpoints.savePayee, changePayee, async ({ caller, params, body, request }) => {
    const { id } = await getPublisher(db, caller, params.publisher, clock.now());
    const before = await findPayee(db, id);
    if (before !== null && before.iban !== body.iban) await requireRecentSignIn(platform, request);
    return { publisher: id, payee: body };
  });
  jobs.work<AccountChange>(mailAccountChangedJob, (change) => mailAccountChanged(platform, change));
  mount(app, endpoints.listPublisherStatements, async ({ caller, params, query }) => {
    const { id } = await getPublisher(db, caller, params.publisher, clock.now());
    const { rows, total } = await listStatementRows(db, id, query);
    return { data: rows.map(presentStatement), meta: metaOf(query.page, query.per_page, total) };
  });
  mount(app, endpoints.printPublisherStatement, async ({ caller, params, lang }) => {
    const { id } = await getPublisher(db, caller, params.publisher, clock.now());
    return printStatementOf(queuedFor(platform, caller.uid), { publisher: id, statement: params.statement, lang });
  });
  mount(app, endpoints.listAllPublisherStatements, async ({ query }) => {
    const { rows, total } = await listStatementRows(db, "all", query);
    return { data: rows.map(presentStatement), meta: metaOf(query.page, query.per_page, total) };
  });
  mountCommand(
    app,
    endpoints.approvePublisherStatement,
    approveStatement,
    ({ params, body }) => ({ statement: params.statement, net: body.net }),
    { pending: ({ approvalId }) => ({ approval: approvalId }) },
  );
  mount(app, endpoints.listPublisherPayments, async ({ query }) => {
    const { rows, total } = await listPaymentRows(db, query);
    return { data: rows.map(presentPayment), meta: metaOf(query.page, query.per_page, total) };
  });
  mountCommand(app, endpoints.createPublisherPayment, createPayment, ({ body }) => body);
  mount(app, endpoints.downloadPublisherPayment, ({ params }) => paymentFileOf(platform, params.payment));
  mountCommand(app, endpoints.closePublisherPayment, closePayment, ({ params, body }) => ({
    payment: params.payment,
    state: body.state,
  }));
  payoutRoutes(app, platform);
  platform.jobs.work(statementJob, async () => {
    await issueStatements(app.services.platform, app.services.execute);
  });
  platform.jobs.schedule(statementJob, "20 4 * * *");
}
