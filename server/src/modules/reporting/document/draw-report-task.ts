import { drawReport } from "./draw-report.ts";
import type { PrintedReport } from "./printed-report.ts";

/** Runs in a worker thread. */
export default (report: PrintedReport): Promise<Uint8Array> => drawReport(report);
