import type { CommandServices, CommandContext as Context } from "@litfass/platform/command/command";

/** What a command has with the services of all modules. */
export type CommandContext = Context<CommandServices>;
