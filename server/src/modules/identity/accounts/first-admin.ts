import { type Language, languages } from "@litfass/contract/kernel/language";
import { emailSchema } from "@litfass/contract/kernel/validation";
import { type CommandCall, command } from "@litfass/platform/command/command";
import { outputOf } from "@litfass/platform/command/execute";
import { mountInternal } from "@litfass/platform/http/internal-call";
import type { Platform } from "@litfass/platform/platform";
import { conflict } from "@litfass/platform/problem";
import type { FastifyPluginAsync } from "fastify";
import { z } from "zod";
import {
  addInvitedUser,
  hasSuperAdmin,
  type OfferingServices,
  requireOffered,
  type UserServices,
} from "../../users/index.ts";

export const firstAdminPath = "/internal/first-admin";
type Input = { email: string; lang: Language };

/**
 * Creates the first super_admin (ROLE-003), for the command on the installation's own machine. Returns the link to
 * choose a password.
 */
export const firstAdminRoute = (platform: Platform): FastifyPluginAsync =>
  mountInternal(platform, {
    path: firstAdminPath,
    input: z.strictObject({ email: emailSchema, lang: z.enum(languages).default("en") }),
    maxBodyBytes: 4096,
    run: async (input, app) =>
      outputOf(await app.services.execute(inviteFirstAdmin, { actor: { kind: "operator" }, input, lang: input.lang })),
  });

/** Invites the first super_admin. @throws Problem 409 once there is one, 422 for a taken address or a language not offered */
export const inviteFirstAdmin = command({
  name: "identity.invite_first_admin",
  errors: ["conflict"],
  async run({ ctx, input: { email, lang } }: CommandCall<Input, UserServices & OfferingServices>) {
    if (await hasSuperAdmin(ctx.tx)) throw conflict("super_admin_exists");
    requireOffered(ctx, lang);
    const { user, link } = await addInvitedUser(ctx, { email, role: "super_admin", lang });
    return { uid: user.uid, link };
  },
});
