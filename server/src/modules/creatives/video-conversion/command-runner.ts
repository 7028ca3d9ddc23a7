import type { HttpKit } from "@litfass/platform/http/kit";

/** What runs commands outside of a call: jobs and the demo. */
export type CommandRunner = Pick<HttpKit, "platform" | "execute">;
