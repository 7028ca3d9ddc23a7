import type { AnyCommand } from "@litfass/platform/command/command";
import { acceptInvoice } from "./exchange-invoices/accept-invoice.ts";
import { importInvoice } from "./exchange-invoices/import-invoice.ts";
import { createExchange, setExchangeEnabled, updateExchange } from "./exchanges/change-exchange.ts";
import { resubmitCreative } from "./registration/resubmit-creative.ts";

export { reconcileInvoice } from "./exchange-invoices/reconcile-invoice.ts";
export { exchangeInvoiceRoutes } from "./exchange-invoices/routes.ts";
export { exchangeRoutes } from "./exchanges/routes.ts";
export { registrationJobs } from "./registration/register-creatives.ts";
export { registrationRoutes } from "./registration/routes.ts";
export { openXandr } from "./registration/xandr-client.ts";
export { sellerRoutes } from "./routes.ts";
export { readDueFiles, readFileNow, readSellersJson, sellerJobs } from "./seller-files/read-due-files.ts";

export const supplyCommands: readonly AnyCommand[] = [
  createExchange,
  updateExchange,
  setExchangeEnabled,
  importInvoice,
  acceptInvoice,
  resubmitCreative,
];
