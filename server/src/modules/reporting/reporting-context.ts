import type { CommandServices } from "@litfass/platform/command/command";
import type { Execute } from "@litfass/platform/command/execute";
import type { Platform } from "@litfass/platform/platform";
import type { StatisticsSources } from "./report.ts";

/** Dependencies shared by the module's routes and jobs. */
export type ReportingContext = {
  platform: Platform;
  execute: Execute<CommandServices>;
  sources: StatisticsSources;
};
