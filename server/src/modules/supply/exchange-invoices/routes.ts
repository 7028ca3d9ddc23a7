import { exchangeInvoiceEndpoints as endpoints } from "@litfass/contract/supply/exchange-invoices";
import { mount } from "@litfass/platform/http/mount";
import { mountCommand, runCommand } from "@litfass/platform/http/mount-command";
import { type Platform, queuedFor } from "@litfass/platform/platform";
import type { FastifyInstance } from "fastify";
import { listExchangeRecords, showExchange } from "../exchanges/show-exchanges.ts";
import { acceptInvoice } from "./accept-invoice.ts";
import { fetchReport, importInvoice, linesOfInvoice } from "./import-invoice.ts";
import { exportLines, showInvoice, showInvoices, showLines, showListed } from "./show-invoices.ts";

/** Invoices of exchanges, for those who read the books. */
export function exchangeInvoiceRoutes(app: FastifyInstance, platform: Platform): void {
  mount(app, endpoints.listExchangeInvoices, ({ query }) => showInvoices(platform, query));
  mount(app, endpoints.listInvoicingExchanges, async () => {
    const records = await listExchangeRecords(platform);
    return records.map(({ name, settings }) => ({ name, has_report: settings.report_url !== null }));
  });
  mount(app, endpoints.importExchangeInvoice, async (call) => {
    const { exchange, month, csv } = call.body;
    await showExchange(platform, exchange);
    const lines = await linesOfInvoice(
      queuedFor(platform, call.caller.uid),
      { format: "csv", text: csv, month },
      call.lang,
    );
    const id = await runCommand(call, importInvoice, { exchange, month, source: "csv", lines });
    return showListed(platform, id);
  });
  mount(app, endpoints.importExchangeReport, async (call) => {
    const { exchange, month } = call.body;
    const { settings } = await showExchange(platform, exchange);
    const lines = await fetchReport(
      queuedFor(platform, call.caller.uid),
      { reportUrl: settings.report_url, month },
      call.lang,
    );
    const id = await runCommand(call, importInvoice, { exchange, month, source: "report", lines });
    return showListed(platform, id);
  });
  mount(app, endpoints.showExchangeInvoice, ({ params }) => showInvoice(platform, params.invoice));
  mount(app, endpoints.listExchangeInvoiceLines, ({ params, query }) => showLines(platform, params.invoice, query));
  mount(app, endpoints.exportExchangeInvoice, ({ params, query }) =>
    exportLines(platform, params.invoice, query.only_differences),
  );
  mountCommand(
    app,
    endpoints.approveExchangeInvoice,
    acceptInvoice,
    ({ params, body }) => ({ invoice: params.invoice, postings: body.postings }),
    { pending: ({ approvalId }) => ({ approval: approvalId }) },
  );
}
