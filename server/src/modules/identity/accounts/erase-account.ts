import type { Closing } from "@litfass/contract/identity/own-account";
import { isStaff } from "@litfass/contract/kernel/roles";
import { emailSchema } from "@litfass/contract/kernel/validation";
import { outputOf } from "@litfass/platform/command/execute";
import { mountInternal } from "@litfass/platform/http/internal-call";
import type { Platform } from "@litfass/platform/platform";
import type { FastifyPluginAsync } from "fastify";
import { z } from "zod";
import { findOpenUserByEmail } from "../../users/index.ts";
import type { ClosingParts } from "../service.ts";
import { closeAccount, showClosing } from "./close-account.ts";

export const eraseAccountPath = "/internal/erase-account";

/** What became of the request; `open`: something must be settled, or money left, first. */
export type Erasure = { outcome: "unknown" | "staff" } | { outcome: "open"; closing: Closing } | { outcome: "erased" };

/**
 * Closes the account of a person who asks the operator to erase it, by the rules of the account page. For the command
 * on the installation's own machine.
 */
export const eraseAccountRoute = (platform: Platform, closingParts: ClosingParts): FastifyPluginAsync =>
  mountInternal(platform, {
    path: eraseAccountPath,
    input: z.strictObject({ email: emailSchema, leaves_balance: z.boolean() }),
    maxBodyBytes: 4096,
    async run({ email, leaves_balance: leavesBalance }, app): Promise<Erasure> {
      const user = await findOpenUserByEmail(platform.db, email);
      if (!user) return { outcome: "unknown" };
      if (isStaff(user.role)) return { outcome: "staff" };
      const closing = await showClosing(closingParts, platform.db, user.uid);
      const isLeft = closing.balances.length === 0 || leavesBalance;
      if (!closing.can_close || !isLeft) return { outcome: "open", closing };
      const input = { uid: user.uid, leavesBalance };
      outputOf(await app.services.execute(closeAccount, { actor: { kind: "operator" }, input, lang: "en" }));
      return { outcome: "erased" };
    },
  });
