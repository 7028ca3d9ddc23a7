export type { MaintenanceCommand } from "./commands-page.ts";
export { operationCommands } from "./operation-commands.ts";
export { operationRoutes } from "./routes.ts";
