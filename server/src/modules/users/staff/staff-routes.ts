import { endpoints } from "@litfass/contract/index";
import type { Caller } from "@litfass/contract/kernel/roles";
import type { UserDetails } from "@litfass/contract/users/users-admin";
import { mount } from "@litfass/platform/http/mount";
import type { Platform } from "@litfass/platform/platform";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { forbidden, notFound } from "@litfass/platform/problem";
import { spreadsheetType } from "@litfass/platform/spreadsheet/spreadsheet";
import type { FastifyInstance } from "fastify";
import { listAudit } from "../audit/audit-sql.ts";
import { type AccountReaders, presentUser } from "../present-user.ts";
import { storeLogo } from "../profile/logo.ts";
import type { UserRow } from "../tables.ts";
import { findUser } from "../user-sql.ts";
import { assignCustomers } from "./assign-customers.ts";
import { changeUser, type IdentityHooks, restoreUser, saveOwnProfile } from "./change-user.ts";
import { exportUsers } from "./export-users.ts";
import { inviteUser } from "./invite-user.ts";
import { accountManagersOf, findReachableUser, type ListReaders, listUsers } from "./user-list-sql.ts";

/** What staff do with users, and the account manager's logo. */
export function staffUserRoutes(
  app: FastifyInstance,
  platform: Platform,
  readers: AccountReaders,
  hooks: IdentityHooks,
  lists: ListReaders & { maxBalanceOf(db: Executor, uid: string): Promise<number | null> },
): void {
  const { db, files, clock } = platform;

  const details = async (user: UserRow): Promise<UserDetails> => ({
    ...(await presentUser(db, user, readers)),
    created_at: user.createdAt.toISOString(),
    account_managers: (await accountManagersOf(db, [user.uid])).get(user.uid) ?? [],
    max_balance: await lists.maxBalanceOf(db, user.uid),
  });

  /** A user within reach; one that is not answers 403 as the screens expect, unknown to admins 404. */
  const reachable = async (caller: Caller, uid: string): Promise<UserRow> => {
    const user = await findReachableUser(db, caller, uid);
    if (user) return user;
    throw caller.reach === "all" ? notFound() : forbidden();
  };

  mount(app, endpoints.listUsers, async ({ caller, query }) => listUsers(db, lists, { ...query, caller }, query));

  mount(app, endpoints.listAssignableCustomers, async ({ caller, query }) =>
    listUsers(db, lists, { caller, group: "advertisers", search: query.search }, query),
  );

  mount(app, endpoints.showUser, async ({ caller, params }) => details(await reachable(caller, params.user)));

  mount(app, endpoints.updateUser, async ({ caller, params, body }) => {
    if (caller.reach === "all") return details(await changeUser(platform, hooks, caller, params.uid, body));
    const user = await reachable(caller, params.uid);
    const { user_role: role, user_status: status, ...profile } = body;
    if (role !== undefined || status !== undefined) throw forbidden();
    return details(await saveOwnProfile(platform, user, profile));
  });

  mount(app, endpoints.listAssignedCustomers, async ({ caller, params, query }) => {
    const manager = await reachable(caller, params.uid);
    const filter = {
      caller: { uid: caller.uid, reach: "all" as const },
      assignedTo: manager.uid,
      search: query.search,
    };
    return listUsers(db, lists, filter, query);
  });

  mount(app, endpoints.assignCustomers, async ({ caller, params, body }) => ({
    customerIds: await assignCustomers(platform, caller, params.uid, body.customerIds),
  }));

  mount(app, endpoints.exportUsers, async ({ lang }) => ({
    body: await exportUsers(db, lang),
    contentType: spreadsheetType,
    filename: `users-${clock.now().toISOString().slice(0, 10)}.xlsx`,
  }));

  mount(app, endpoints.listArchivedUsers, async ({ caller, query }) =>
    listUsers(db, lists, { caller, archived: true, search: query.search }, query),
  );

  mount(app, endpoints.restoreUser, async ({ caller, body }) => details(await restoreUser(platform, caller, body.uid)));

  mount(app, endpoints.changeUser, async ({ caller, params, body }) =>
    details(await changeUser(platform, hooks, caller, params.user, body)),
  );

  mount(app, endpoints.listAuditEntries, async ({ caller, params, query }) => {
    const user = await reachable(caller, params.user);
    return listAudit(db, user.uid, query);
  });

  mount(app, endpoints.inviteUser, async ({ caller, body }) =>
    details(
      await inviteUser(platform, hooks, caller, {
        email: body.email,
        role: body.user_role,
        firstName: body.first_name,
        lastName: body.last_name,
        lang: body.lang,
      }),
    ),
  );

  mount(app, endpoints.uploadLogo, async ({ caller, files: uploads }) => {
    const user = await reachable(caller, caller.uid);
    return presentUser(db, await storeLogo(platform, user, uploads), readers);
  });

  mount(app, endpoints.showLogo, async ({ params, reply }) => {
    const user = await findUser(db, params.uid);
    const logo = user?.companyLogoKey ? await files.get(user.companyLogoKey) : null;
    if (!logo) throw notFound();
    reply.header("cache-control", "private, max-age=31536000, immutable");
    return { body: logo.body, contentType: logo.contentType, inline: true };
  });
}
