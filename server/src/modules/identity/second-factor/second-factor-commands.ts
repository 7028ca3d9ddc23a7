import { changesBetween } from "@litfass/platform/audit/audit";
import { callerOf } from "@litfass/platform/command/actor";
import { type CommandCall, command } from "@litfass/platform/command/command";
import { conflict, forbidden, notFound } from "@litfass/platform/problem";
import { seal } from "@litfass/platform/security/sealing";
import type { LiveSettings } from "@litfass/platform/settings/follow-settings";
import { findUser } from "../../users/index.ts";
import type { IdentityServices } from "../service.ts";
import { endSessionsOf } from "../sessions/session-sql.ts";
import { authenticatorUri, newAuthenticatorSecret, newRecoveryCodes, recoveryCodeHash } from "./authenticator.ts";
import { secretPurpose, useSecondFactorCode } from "./check-second-factor.ts";
import {
  beginSecondFactorRow,
  confirmSecondFactorRow,
  deleteChallengesOf,
  deleteSecondFactor,
  replaceRecoveryCodes,
} from "./second-factor-sql.ts";

const turnedOn = changesBetween({ second_factor: false }, { second_factor: true });
const turnedOff = changesBetween({ second_factor: true }, { second_factor: false });

/** Starts to set up a second factor, replacing one that was never confirmed. @throws Problem 409 if there is one */
export const beginSecondFactor = command({
  name: "identity.begin_second_factor",
  errors: ["conflict"],
  async run({ ctx }: CommandCall<null, { operatorSettings: LiveSettings }>) {
    const { tx, clock, config, random } = ctx;
    const issuer = ctx.services.operatorSettings.current().brand.operator_name;
    const { uid } = callerOf(ctx.actor);
    const user = await findUser(tx, uid);
    const secret = newAuthenticatorSecret(random);
    const sealedSecret = seal(secret, config.secrets.signing, secretPurpose, random);
    const hasBegun = await beginSecondFactorRow(tx, { uid, sealedSecret, createdAt: clock.now() });
    if (!hasBegun) throw conflict("second_factor_state");
    ctx.audit.unchanged("a second factor counts once it is confirmed");
    return { secret, uri: authenticatorUri(secret, user?.email ?? uid, issuer) };
  },
});

/** Turns the second factor on with the app's first code; every other session of the user ends. @returns recovery codes */
export const confirmSecondFactor = command({
  name: "identity.confirm_second_factor",
  errors: ["conflict"],
  async run({ ctx, input }: CommandCall<{ code: string; keepsSession: string | null }, IdentityServices>) {
    const { uid } = callerOf(ctx.actor);
    await useSecondFactorCode(ctx, uid, input.code, { confirming: true });
    const codes = newRecoveryCodes(ctx.random);
    await confirmSecondFactorRow(ctx.tx, uid, ctx.clock.now());
    await replaceRecoveryCodes(ctx.tx, uid, codes.map(recoveryCodeHash));
    await endSessionsOf(ctx.tx, uid, input.keepsSession);
    await ctx.audit.record({ action: "second_factor_enabled", subjectUid: uid, changes: turnedOn });
    return { recovery_codes: codes };
  },
});

/** Replaces the recovery codes, given a code of the app. */
export const renewRecoveryCodes = command({
  name: "identity.renew_recovery_codes",
  errors: ["conflict"],
  async run({ ctx, input }: CommandCall<{ code: string }, IdentityServices>) {
    const { uid } = callerOf(ctx.actor);
    await useSecondFactorCode(ctx, uid, input.code);
    const codes = newRecoveryCodes(ctx.random);
    await replaceRecoveryCodes(ctx.tx, uid, codes.map(recoveryCodeHash));
    await ctx.audit.record({ action: "recovery_codes_renewed", subjectUid: uid });
    return { recovery_codes: codes };
  },
});

/** Turns off the user's second factor, given a code or a recovery code. */
export const disableSecondFactor = command({
  name: "identity.disable_second_factor",
  errors: ["conflict"],
  async run({ ctx, input }: CommandCall<{ code: string }, IdentityServices>): Promise<void> {
    const { uid } = callerOf(ctx.actor);
    await useSecondFactorCode(ctx, uid, input.code, { acceptsRecoveryCode: true });
    await deleteSecondFactor(ctx.tx, uid);
    await ctx.audit.record({ action: "second_factor_disabled", subjectUid: uid, changes: turnedOff });
  },
});

/**
 * Removes another user's lost second factor and ends their sessions.
 * @throws Problem 403 for the caller's own, 404 if there is none
 */
export const resetSecondFactor = command({
  name: "identity.reset_second_factor",
  errors: ["not_found"],
  async run({ ctx, input: { uid } }: CommandCall<{ uid: string }>): Promise<void> {
    if (callerOf(ctx.actor).uid === uid) throw forbidden();
    if (!(await findUser(ctx.tx, uid)) || !(await deleteSecondFactor(ctx.tx, uid))) throw notFound();
    await deleteChallengesOf(ctx.tx, uid);
    await endSessionsOf(ctx.tx, uid);
    await ctx.audit.record({ action: "second_factor_reset", subjectUid: uid, changes: turnedOff });
  },
});
