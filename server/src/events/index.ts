export type { BatchSpend } from "./batch.ts";
export { importEvents } from "./import-events.ts";
export { type Journal, type JournalLog, type JournalOptions, openJournal, type Segment } from "./journal.ts";
export { JournalLocked } from "./journal-lock.ts";
export { JournalUnavailable } from "./journal-writer.ts";
export { removeSettledBatches } from "./remove-settled-batches.ts";
export { eventRoutes } from "./routes.ts";
export { createShipper, type Shipper, type ShipperOptions } from "./shipper.ts";
export type { SettleSpend } from "./store-batch.ts";
