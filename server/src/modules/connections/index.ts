export { connectionCommands } from "./commands.ts";
export { type ConnectionContext, openConnections } from "./connection-context.ts";
export { disconnectAll } from "./disconnect.ts";
export { externalReports } from "./external-report.ts";
export { connectionRoutes } from "./routes.ts";
export { connectionSealedColumns } from "./tokens.ts";
