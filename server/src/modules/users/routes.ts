import { endpoints } from "@litfass/contract/index";
import { mount } from "@litfass/platform/http/mount";
import { runCommand } from "@litfass/platform/http/mount-command";
import { identify } from "@litfass/platform/http/signed-in";
import type { Platform } from "@litfass/platform/platform";
import { accountState, notFound, unauthenticated } from "@litfass/platform/problem";
import type { FastifyInstance } from "fastify";
import { companyRegisterRoutes } from "./company-register/company-register-routes.ts";
import { type AccountReaders, accountRestriction, presentUser } from "./present-user.ts";
import { acceptTerms } from "./profile/accept-terms.ts";
import { storeLogoFile } from "./profile/logo.ts";
import { replaceLogo, saveLanguage, saveProfile } from "./profile/save-profile.ts";
import type { UserRow } from "./tables.ts";
import { findUser } from "./user-sql.ts";

/** The user's own account. `readers` provide other modules' data. */
export function userRoutes(app: FastifyInstance, platform: Platform, readers: AccountReaders): void {
  const { db, files } = platform;
  const present = (user: UserRow) => presentUser(db, user, readers);

  companyRegisterRoutes(app, platform);
  mount(app, endpoints.showMe, async ({ request }) => {
    const signedIn = await identify(app, request);
    if (!signedIn) throw unauthenticated();
    return signedIn.freshUser();
  });

  mount(app, endpoints.saveProfile, async (call) => {
    await requireEnabled(call.caller.uid);
    return present(await runCommand(call, saveProfile, call.body));
  });

  mount(app, endpoints.acceptTerms, async (call) => present(await runCommand(call, acceptTerms, call.body)));

  mount(app, endpoints.saveLanguage, async (call) => {
    await requireEnabled(call.caller.uid);
    return present(await runCommand(call, saveLanguage, call.body));
  });

  mount(app, endpoints.uploadLogo, async (call) => {
    const key = await storeLogoFile(platform, call.caller.uid, call.files);
    return present(await runCommand(call, replaceLogo, { key }));
  });

  mount(app, endpoints.showLogo, async ({ params, reply }) => {
    const user = await findUser(db, params.user);
    const logo = user?.companyLogoKey ? await files.get(user.companyLogoKey) : null;
    if (!logo) throw notFound();
    reply.header("cache-control", "private, max-age=31536000, immutable");
    return { body: logo.body, contentType: logo.contentType, inline: true };
  });

  async function userOf(uid: string): Promise<UserRow> {
    const user = await findUser(db, uid);
    if (!user) throw unauthenticated();
    return user;
  }

  /** Incomplete accounts may save, disabled ones may not. @throws Problem 430 */
  async function requireEnabled(uid: string): Promise<void> {
    const user = await userOf(uid);
    if (accountRestriction(user) === "disabled") throw accountState(await present(user));
  }
}
