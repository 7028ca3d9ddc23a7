/** Public interface of deals: an entry of its own, because publishers import the rest of supply. */

import type { AnyCommand } from "@litfass/platform/command/command";
import { createDeal, setDealStatus, updateDeal } from "./change-deal.ts";

export { dealRoutes } from "./routes.ts";
export { canChooseDeals, hasOnlyClosedDeals, selectedDeals } from "./selected-deals.ts";

export const dealCommands: readonly AnyCommand[] = [createDeal, updateDeal, setDealStatus];
