export { chargesByCampaign, hasUnsettledBatches, unsettledMicros } from "./intake/charge-sql.ts";
export { type CampaignsWithEvents, createEventNews, type EventNews, shareEventNews } from "./intake/event-news.ts";
export { importEvents } from "./intake/import-events.ts";
export { pauseIntake, pauseIntakeWithin, resumeIntake } from "./intake/intake-pause-sql.ts";
export { eventJobs } from "./intake/remove-settled-batches.ts";
export { eventRoutes } from "./intake/routes.ts";
export type { SettleSpend } from "./intake/store-batch.ts";
export { type Journal, type JournalBacklog, openJournal } from "./journal/journal.ts";
export { createShipper } from "./shipping/shipper.ts";
