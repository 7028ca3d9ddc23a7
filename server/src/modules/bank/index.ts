import type { AnyCommand } from "@litfass/platform/command/command";
import { confirmEntry } from "./entries/confirm-entry.ts";
import { settleEntry } from "./entries/settle-entry.ts";
import { importBankFile } from "./import-bank-file.ts";

/** Public interface of the bank module. */
export { waitingEntries } from "./entries/entry-sql.ts";
export { bankRoutes } from "./routes.ts";

export const bankCommands: readonly AnyCommand[] = [importBankFile, confirmEntry, settleEntry];
