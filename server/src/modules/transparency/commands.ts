import type { AnyCommand } from "@litfass/platform/command/command";
import { decideAdReport } from "./reports/decide-report.ts";
import { deleteOldReports, submitAdReport } from "./reports/submit-report.ts";

/** Every command of this module. */
export const transparencyCommands: readonly AnyCommand[] = [submitAdReport, decideAdReport, deleteOldReports];
