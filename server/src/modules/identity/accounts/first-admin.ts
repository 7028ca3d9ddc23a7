import { createHmac, timingSafeEqual } from "node:crypto";
import { emailSchema } from "@litfass/contract/kernel/validation";
import type { Platform } from "@litfass/platform/platform";
import { conflict, invalid, unauthenticated } from "@litfass/platform/problem";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { addInvitedUser, hasSuperAdmin, type IdentityHooks } from "../../users/index.ts";

export const firstAdminPath = "/internal/first-admin";
const validMs = 60_000;
const inputSchema = z.strictObject({ email: emailSchema, at: z.number().int() });

/** The signature of a request for the first super_admin, by the installation's internal secret. */
export const signFirstAdmin = (secret: string, body: string): string =>
  createHmac("sha256", secret).update(`first-admin|${body}`).digest("base64url");

/**
 * Creates the first super_admin (ROLE-003), for the command on the installation's own machine: the call is signed with
 * the internal secret. Answers the link at which that person chooses a password; refused once there is a super_admin.
 */
export async function addFirstAdminRoute(
  app: FastifyInstance,
  platform: Platform,
  hooks: IdentityHooks,
): Promise<void> {
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
      if (await hasSuperAdmin(platform.db)) throw conflict("super_admin_exists");
      const invitation = { email: input.data.email, role: "super_admin", lang: "en" } as const;
      const { user, link } = await addInvitedUser(platform, hooks, null, invitation);
      return { uid: user.uid, link };
    });
  });
}
