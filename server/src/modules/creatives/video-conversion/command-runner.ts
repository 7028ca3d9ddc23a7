import type { HttpServices } from "@litfass/platform/http/http-services";

/** Runs commands outside of a call, for jobs and the demo. */
export type CommandRunner = Pick<HttpServices, "platform" | "execute">;
