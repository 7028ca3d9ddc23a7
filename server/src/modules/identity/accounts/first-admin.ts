import { createHmac, timingSafeEqual } from "node:crypto";
import { emailSchema } from "@litfass/contract/kernel/validation";
import { type CommandCall, command } from "@litfass/platform/command/command";
import { outputOf } from "@litfass/platform/command/execute";
import type { Platform } from "@litfass/platform/platform";
import { conflict, invalid, unauthenticated } from "@litfass/platform/problem";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { addInvitedUser, hasSuperAdmin, type UserServices } from "../../users/index.ts";

export const firstAdminPath = "/internal/first-admin";
const validMs = 60_000;
const inputSchema = z.strictObject({ email: emailSchema, at: z.number().int() });

/** The signature of a request for the first super_admin with the installation's internal secret. */
export const signFirstAdmin = (secret: string, body: string): string =>
  createHmac("sha256", secret).update(`first-admin|${body}`).digest("base64url");

/**
 * Creates the first super_admin (ROLE-003), for the command on the installation's own machine: the call is signed
 * with the internal secret. Returns the link to choose a password.
 */
export async function addFirstAdminRoute(app: FastifyInstance, platform: Platform): Promise<void> {
  await app.register(async (internal) => {
    internal.removeAllContentTypeParsers();
    internal.addContentTypeParser("application/json", { parseAs: "string" }, (_request, body, done) =>
      done(null, body),
    );
    internal.post(firstAdminPath, { bodyLimit: 4096 }, async (request) => {
      const body = String(request.body ?? "");
      const given = Buffer.from(String(request.headers["x-signature"] ?? ""));
      const expected = Buffer.from(signFirstAdmin(platform.config.secrets.internal, body));
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw unauthenticated();
      const input = inputSchema.safeParse(JSON.parse(body));
      if (!input.success) throw invalid({ email: ["email.invalid"] });
      if (Math.abs(platform.clock.now().getTime() - input.data.at) > validMs) throw unauthenticated();
      const execution = { actor: { kind: "operator" }, input: { email: input.data.email }, lang: "en" } as const;
      return outputOf(await app.kit.execute(inviteFirstAdmin, execution));
    });
  });
}

/** Invites the first super_admin. @throws Problem 409 once there is one, 422 for a taken address */
export const inviteFirstAdmin = command({
  name: "identity.invite_first_admin",
  errors: ["conflict"],
  async run({ ctx, input: { email } }: CommandCall<{ email: string }, UserServices>) {
    if (await hasSuperAdmin(ctx.tx)) throw conflict("super_admin_exists");
    const { user, link } = await addInvitedUser(ctx, { email, role: "super_admin", lang: "en" });
    return { uid: user.uid, link };
  },
});
