/** Public interface of the transparency module. */

export { transparencyCommands } from "./commands.ts";
export { adReader, type ShownAd } from "./read-ad.ts";
export { waitingAdReports } from "./reports/report-sql.ts";
export { submitAdReport } from "./reports/submit-report.ts";
export { transparencyRoutes } from "./routes.ts";
export { whyShown } from "./why-shown.ts";
