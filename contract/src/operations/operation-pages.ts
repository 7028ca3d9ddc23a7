import type { Role } from "../kernel/roles.ts";

/** The roles that operate an installation. */
export const operators = ["super_admin"] as const satisfies readonly Role[];

/** The server-rendered pages for operators, in menu order; each opens in a new tab. */
export const operationPages = [
  { name: "queueMonitor", path: "/queue-monitor" },
  { name: "logs", path: "/logs" },
  { name: "commands", path: "/~artisan" },
  { name: "campaignMonitoring", path: "/campaign-monitoring" },
] as const;
export type OperationPage = (typeof operationPages)[number]["name"];
