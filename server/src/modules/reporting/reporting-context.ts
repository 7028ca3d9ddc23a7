import type { CommandServices } from "@litfass/platform/command/command";
import type { Execute } from "@litfass/platform/command/execute";
import type { Platform } from "@litfass/platform/platform";
import type { StatisticsSources } from "./report.ts";

/** What routes and jobs of the module share. */
export type ReportingContext = {
  platform: Platform;
  execute: Execute<CommandServices>;
  sources: StatisticsSources;
};
