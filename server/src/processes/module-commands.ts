import { billingCommands } from "../billing/index.ts";
import type { AnyCommand } from "../platform/command/command.ts";

/** Every command of the application, module by module. */
export const moduleCommands: readonly AnyCommand[] = [...billingCommands];
