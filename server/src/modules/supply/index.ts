import type { AnyCommand } from "@litfass/platform/command/command";
import { createExchange, setExchangeEnabled, updateExchange } from "./exchanges/change-exchange.ts";

export { exchangeRoutes } from "./exchanges/routes.ts";
export { sellerRoutes } from "./routes.ts";
export { readDueFiles, sellerJobs } from "./seller-files/read-due-files.ts";

export const supplyCommands: readonly AnyCommand[] = [createExchange, updateExchange, setExchangeEnabled];
