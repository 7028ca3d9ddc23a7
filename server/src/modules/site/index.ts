export { siteCommands } from "./commands.ts";
export { siteRoutes } from "./routes.ts";
