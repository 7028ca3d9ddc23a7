import type { AnyCommand } from "@litfass/platform/command/command";
import { disconnectService } from "./disconnect.ts";
import { connectService } from "./finish-connection.ts";
import { noteConnectionState } from "./note-state.ts";

export const connectionCommands: readonly AnyCommand[] = [connectService, disconnectService, noteConnectionState];
