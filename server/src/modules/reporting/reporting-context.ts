import type { CommandServices } from "@litfass/platform/command/command";
import type { Execute } from "@litfass/platform/command/execute";
import type { Platform } from "@litfass/platform/platform";
import type { StatisticsSources } from "./report.ts";

/** Dependencies shared by the module's routes and jobs. */
export type ReportingContext = {
  platform: Platform;
  execute: Execute<CommandServices>;
  /** For figures, exports and mails: the replica's, if there is one. */
  sources: StatisticsSources;
};

/** Dependencies of the routes. */
export type ReportingRoutesContext = ReportingContext & {
  /** For screens on which people look for what they just changed. */
  screenSources: StatisticsSources;
};
