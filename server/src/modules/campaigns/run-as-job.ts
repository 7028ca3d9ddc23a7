import type { Command, CommandServices } from "@litfass/platform/command/command";
import { outputOf } from "@litfass/platform/command/execute";
import type { HttpServices } from "@litfass/platform/http/http-services";

/** Runs commands outside of a call, for jobs, the demo and tests. */
export type CommandRunner = Pick<HttpServices, "platform" | "execute">;

/** Runs a command for a job of this module. @returns its output. */
export async function runAsJob<Input, Output>(
  { execute }: CommandRunner,
  job: string,
  command: Command<Input, Output, CommandServices>,
  input: Input,
): Promise<Output> {
  return outputOf<Output>(await execute(command, { actor: { kind: "job", name: job }, input, lang: "en" }));
}
