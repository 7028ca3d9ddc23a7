export type { Command } from "./commands-page.ts";
export { operationRoutes } from "./routes.ts";
