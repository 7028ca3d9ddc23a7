import { endpoints } from "@litfass/contract/index";
import type { Caller } from "@litfass/contract/kernel/roles";
import type { UserDetails } from "@litfass/contract/users/user-accounts";
import { mount } from "@litfass/platform/http/mount";
import { mountCommand, runCommand } from "@litfass/platform/http/mount-command";
import type { Platform } from "@litfass/platform/platform";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { forbidden, notFound } from "@litfass/platform/problem";
import { spreadsheetType } from "@litfass/platform/spreadsheet/spreadsheet";
import type { FastifyInstance } from "fastify";
import { listAudit } from "../audit/audit-sql.ts";
import { auditFileTypes, exportAudit, recordAuditExport } from "../audit/export-audit.ts";
import { type AccountReaders, presentUser } from "../present-user.ts";
import type { UserRow } from "../tables.ts";
import { assignCustomers, assignManagers } from "./assign-customers.ts";
import { changeProfile, changeUser, restoreUser } from "./change-user.ts";
import { exportUsers } from "./export-users.ts";
import { inviteUser } from "./invite-user.ts";
import {
  accountManagersOf,
  countUsers,
  findReachableUser,
  type ListReaders,
  listUsers,
  type UserFilter,
  type UserPage,
} from "./user-list-sql.ts";

/** Other modules' user data for these screens. */
type StaffReaders = AccountReaders & ListReaders & { maxBalanceOf(db: Executor, uid: string): Promise<number | null> };

/** User management by staff. */
export function staffUserRoutes(app: FastifyInstance, platform: Platform, readers: StaffReaders): void {
  const { db, clock } = platform;

  const details = async (user: UserRow): Promise<UserDetails> => ({
    ...(await presentUser(db, user, readers)),
    created_at: user.createdAt.toISOString(),
    account_managers: (await accountManagersOf(db, [user.uid])).get(user.uid) ?? [],
    max_balance: await readers.maxBalanceOf(db, user.uid),
  });

  const list = (filter: UserFilter, page: UserPage) => listUsers(db, readers, filter, page, clock.now());

  /** An accessible user. The screens expect 403 for others; admins, who may access everyone, get 404. */
  const reachable = async (caller: Caller, uid: string): Promise<UserRow> => {
    const user = await findReachableUser(db, caller, uid);
    if (user) return user;
    throw caller.reach === "all" ? notFound() : forbidden();
  };

  mount(app, endpoints.listUsers, async ({ caller, query }) => list({ ...query, caller }, query));

  mount(app, endpoints.countUsers, ({ caller }) => countUsers(db, readers, caller, clock.now()));

  mount(app, endpoints.listAssignableCustomers, async ({ caller, query }) =>
    list({ caller, group: "advertisers", search: query.search }, query),
  );

  mount(app, endpoints.listArchivedUsers, async ({ caller, query }) =>
    list({ caller, archived: true, search: query.search }, query),
  );

  mount(app, endpoints.listAssignedCustomers, async ({ caller, params, query }) => {
    const manager = await reachable(caller, params.user);
    const filter = {
      caller: { uid: caller.uid, reach: "all" as const },
      assignedTo: manager.uid,
      search: query.search,
    };
    return list(filter, query);
  });

  mountCommand(app, endpoints.assignCustomers, assignCustomers, ({ params, body }) => ({
    salesUid: params.user,
    customerUids: body.customerIds,
  }));

  mountCommand(app, endpoints.assignManagers, assignManagers, ({ params, body }) => ({
    customerUid: params.user,
    managerUids: body.managerIds,
  }));

  mount(app, endpoints.showUser, async ({ caller, params }) => details(await reachable(caller, params.user)));

  mount(app, endpoints.updateUser, async (call) =>
    details(await runCommand(call, changeProfile, { uid: call.params.user, changes: call.body })),
  );

  mount(app, endpoints.changeUser, async (call) =>
    details(await runCommand(call, changeUser, { uid: call.params.user, changes: call.body })),
  );

  mount(app, endpoints.restoreUser, async (call) => details(await runCommand(call, restoreUser, call.body)));

  mount(app, endpoints.inviteUser, async (call) => {
    const { email, user_role: role, first_name: firstName, last_name: lastName, lang } = call.body;
    return details(await runCommand(call, inviteUser, { email, role, firstName, lastName, lang }));
  });

  mount(app, endpoints.exportUsers, async ({ caller, lang }) => ({
    body: await exportUsers(platform.reports.db, platform.workers.of(caller.uid), lang),
    contentType: spreadsheetType,
    filename: `users-${clock.now().toISOString().slice(0, 10)}.xlsx`,
  }));

  mount(app, endpoints.listAuditEntries, async ({ caller, params, query }) => {
    const user = await reachable(caller, params.user);
    return listAudit(db, user.uid, query);
  });

  mount(app, endpoints.exportAudit, async (call) => {
    const { format, ...scope } = call.body;
    if (scope.user !== undefined) await reachable(call.caller, scope.user);
    const body = await exportAudit(db, scope, format);
    await runCommand(call, recordAuditExport, { scope, format });
    const filename = `audit-log-${scope.from}-${scope.to}.${format}`;
    return { body, contentType: auditFileTypes[format], filename };
  });
}
