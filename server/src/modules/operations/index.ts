export type { MaintenanceCommand } from "./commands-page.ts";
export { launchExaminer } from "./launch/launch-checklist.ts";
export { operationCommands } from "./operation-commands.ts";
export { operationRoutes } from "./routes.ts";
