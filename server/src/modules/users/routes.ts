import { endpoints } from "@litfass/contract/index";
import { recordAudit } from "@litfass/platform/audit/audit";
import { mount } from "@litfass/platform/http/mount";
import type { Platform } from "@litfass/platform/platform";
import { accountState, unauthenticated } from "@litfass/platform/problem";
import type { FastifyInstance } from "fastify";
import { auditOfUserChange } from "./audit/user-audit.ts";
import { type AccountReaders, obstacleOf, presentUser } from "./present-user.ts";
import type { UserRow } from "./tables.ts";
import { columnsOfProfile } from "./user.ts";
import { findUser, updateUser } from "./user-sql.ts";

/** The own account. `readers` bring what other rooms know of it. */
export function userRoutes(app: FastifyInstance, platform: Platform, readers: AccountReaders): void {
  const { db, clock } = platform;
  const present = (user: UserRow) => presentUser(db, user, readers);

  mount(app, endpoints.showMe, async ({ caller }) => present(await userOf(caller.uid)));

  mount(app, endpoints.saveProfile, async ({ caller, body }) => {
    const user = await enabledUser(caller.uid);
    const now = clock.now();
    const saved = await db.transaction(async (tx) => {
      const changed = await updateUser(tx, user.uid, columnsOfProfile(body, user, now), now);
      await recordAudit(tx, ...auditOfUserChange(user, changed, { actorUid: user.uid, at: now }));
      return changed;
    });
    return present(saved);
  });

  mount(app, endpoints.saveLanguage, async ({ caller, body }) => {
    const user = await enabledUser(caller.uid);
    return present(await updateUser(db, user.uid, { lang: body.lang }, clock.now()));
  });

  async function userOf(uid: string): Promise<UserRow> {
    const user = await findUser(db, uid);
    if (!user) throw unauthenticated();
    return user;
  }

  /** Saving is open to accounts that are not filled yet, but not to disabled ones. */
  async function enabledUser(uid: string): Promise<UserRow> {
    const user = await userOf(uid);
    if (obstacleOf(user) === "disabled") throw accountState(await present(user));
    return user;
  }
}
