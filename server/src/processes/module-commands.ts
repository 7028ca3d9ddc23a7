import type { AnyCommand } from "../platform/command/command.ts";

/** Every command of the application, module by module. */
export const moduleCommands: readonly AnyCommand[] = [];
