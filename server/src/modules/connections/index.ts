export { disconnectAll } from "./disconnect.ts";
export { externalReports } from "./external-report.ts";
export { connectionRoutes, openConnections } from "./routes.ts";
