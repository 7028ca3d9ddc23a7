import type { HttpKit } from "@litfass/platform/http/kit";

/** Runs commands outside of a call, for jobs and the demo. */
export type CommandRunner = Pick<HttpKit, "platform" | "execute">;
