import type { AnyCommand } from "@litfass/platform/command/command";
import { billingCommands } from "../modules/billing/index.ts";

/** Every command of the application, module by module. */
export const moduleCommands: readonly AnyCommand[] = [...billingCommands];
