export { chargesByCampaign, unsettledMicros } from "./charge-sums.ts";
export { createEventNews, type EventNews } from "./event-news.ts";
export { importEvents } from "./import-events.ts";
export { type Journal, openJournal } from "./journal.ts";
export { eventJobs } from "./remove-settled-batches.ts";
export { eventRoutes } from "./routes.ts";
export { createShipper } from "./shipper.ts";
export type { SettleSpend } from "./store-batch.ts";
