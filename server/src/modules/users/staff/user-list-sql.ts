import { knownCountry } from "@litfass/contract/kernel/country/countries";
import type { CallOutput } from "@litfass/contract/kernel/endpoint";
import { metaOf, type PageMeta } from "@litfass/contract/kernel/paging";
import type { Caller, Role } from "@litfass/contract/kernel/roles";
import { isCustomer, userStatus } from "@litfass/contract/kernel/roles";
import type { UserListItem, userAccountEndpoints, userNeeds } from "@litfass/contract/users/user-accounts";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { and, asc, count, desc, eq, ilike, inArray, ne, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias, type PgColumn } from "drizzle-orm/pg-core";
import { uidsWithinReach } from "../access-reach-sql.ts";
import { currencyOf } from "../currency.ts";
import { customerAssignments, type UserRow, users } from "../tables.ts";
import { isNew } from "./newcomers-sql.ts";

export type Need = (typeof userNeeds)[number];

export type UserFilter = {
  caller: Pick<Caller, "uid" | "reach">;
  group?: "all" | "advertisers" | "account_managers" | "staff";
  role?: Role;
  status?: number;
  need?: Need;
  archived?: boolean;
  /** Only customers assigned to this account manager. */
  assignedTo?: string;
  search?: string;
};
/** Other modules' data of listed users, by uid. */
export type ListReaders = {
  summariesOf(
    db: Executor,
    uids: string[],
  ): Promise<Map<string, { plan: string | null; planEndAt: Date | null; remaining: Partial<Record<string, number>> }>>;
  lastSeenOf(db: Executor, uids: string[]): Promise<Map<string, Date>>;
  /** The number of campaigns of users, and of those that run; users without any are absent. */
  campaignCountsOf(db: Executor, uids: string[]): Promise<Map<string, { total: number; running: number }>>;
  /** Conditions on a user that only other modules can check. */
  needs: { without_campaign(uid: SQLWrapper): SQL; low_balance(uid: SQLWrapper, now: Date): SQL };
};
export type UserPage = { page: number; per_page: number; sort?: string; direction: "asc" | "desc" };

const customerRoles: Role[] = ["customer", "advanced_advertiser"];
const sortColumns: Record<string, PgColumn> = {
  created_at: users.createdAt,
  full_name: users.fullName,
  company_name: users.companyName,
  email: users.email,
  user_role: users.role,
  user_status: users.status,
};
const managers = alias(users, "managers");

/** One page of the users that the caller may access and the filter matches. */
export async function listUsers(
  db: Executor,
  readers: ListReaders,
  filter: UserFilter,
  page: UserPage,
  now: Date,
): Promise<{ data: UserListItem[]; meta: PageMeta }> {
  const where = and(conditionOf(filter), filter.need && needCondition(filter.need, readers, now));
  const column = sortColumns[page.sort ?? "created_at"] ?? users.createdAt;
  const order = page.sort === undefined || page.direction === "desc" ? desc(column) : asc(column);
  const [total] = await db.select({ value: count() }).from(users).where(where);
  const rows = await db
    .select({ user: users, customers: customersOf })
    .from(users)
    .where(where)
    .orderBy(order, asc(users.uid))
    .limit(page.per_page)
    .offset((page.page - 1) * page.per_page);
  const uids = rows.map(({ user }) => user.uid);
  const managersByUid = await accountManagersOf(db, uids);
  const summaries = await readers.summariesOf(db, uids);
  const seen = await readers.lastSeenOf(db, uids);
  const campaigns = await readers.campaignCountsOf(db, uids);
  return {
    data: rows.map(({ user, customers }) => {
      const summary = summaries.get(user.uid);
      const currency = currencyOf(user);
      return {
        ...itemOf(user, customers, managersByUid.get(user.uid) ?? []),
        campaigns: campaigns.get(user.uid)?.total ?? 0,
        running_campaigns: campaigns.get(user.uid)?.running ?? 0,
        plan: summary?.plan ?? null,
        plan_end_at: summary?.planEndAt?.toISOString() ?? null,
        remaining: isCustomer(user.role) || user.role === "sales" ? (summary?.remaining[currency] ?? 0) : null,
        currency,
        last_seen_at: seen.get(user.uid)?.toISOString() ?? null,
      };
    }),
    meta: metaOf(page.page, page.per_page, total?.value ?? 0),
  };
}

const customersOf = sql<number>`(select count(*)::int from ${customerAssignments}
  where ${customerAssignments.salesUid} = ${users.uid})`.mapWith(Number);

function conditionOf(filter: UserFilter): SQL | undefined {
  const isArchived = sql`${users.status} is not distinct from ${userStatus.archived}`;
  return and(
    uidsWithinReach(users.uid, filter.caller),
    // Account managers see their customers here, not themselves.
    filter.caller.reach === "assigned" ? ne(users.uid, filter.caller.uid) : undefined,
    filter.archived ? isArchived : sql`not ${isArchived}`,
    groupCondition(filter.group ?? "all"),
    filter.role ? eq(users.role, filter.role) : undefined,
    filter.status === undefined ? undefined : eq(users.status, filter.status),
    filter.assignedTo === undefined ? undefined : assignedTo(filter.assignedTo),
    filter.search ? searchCondition(filter.search) : undefined,
  );
}

/** Only customers need something: the condition excludes staff. */
function needCondition(need: Need, { needs }: ListReaders, now: Date): SQL | undefined {
  const isCustomerRole = inArray(users.role, customerRoles);
  const conditions: Record<Need, () => SQL> = {
    new: () => isNew(now),
    without_campaign: () => needs.without_campaign(users.uid),
    low_balance: () => needs.low_balance(users.uid, now),
    unassigned: () => sql`not exists (select 1 from ${customerAssignments}
      where ${customerAssignments.customerUid} = ${users.uid})`,
    disabled: () => eq(users.status, userStatus.disabled),
  };
  return and(isCustomerRole, conditions[need]());
}

/** The number of accessible users in each group, and of customers with each need, in one query. */
export async function countUsers(
  db: Executor,
  readers: ListReaders,
  caller: UserFilter["caller"],
  now: Date,
): Promise<CallOutput<typeof userAccountEndpoints.countUsers>> {
  const of = (condition: SQL | undefined) => sql<number>`count(*) filter (where ${condition ?? sql`true`})::int`;
  const need = (each: Need) => of(needCondition(each, readers, now));
  const [counted] = await db
    .select({
      all: of(undefined),
      advertisers: of(groupCondition("advertisers")),
      account_managers: of(groupCondition("account_managers")),
      staff: of(groupCondition("staff")),
      new: need("new"),
      without_campaign: need("without_campaign"),
      low_balance: need("low_balance"),
      unassigned: need("unassigned"),
      disabled: need("disabled"),
    })
    .from(users)
    .where(conditionOf({ caller }));
  if (!counted) throw new Error("A count has one row");
  const { all, advertisers, account_managers, staff, ...needs } = counted;
  return { groups: { all, advertisers, account_managers, staff }, needs };
}

function groupCondition(group: "all" | "advertisers" | "account_managers" | "staff"): SQL | undefined {
  if (group === "advertisers") return inArray(users.role, customerRoles);
  if (group === "account_managers") return eq(users.role, "sales");
  return group === "staff" ? sql`not ${inArray(users.role, customerRoles)}` : undefined;
}

const assignedTo = (salesUid: string): SQL => sql`exists (select 1 from ${customerAssignments}
  where ${eq(customerAssignments.salesUid, salesUid)} and ${customerAssignments.customerUid} = ${users.uid})`;

function searchCondition(search: string): SQL | undefined {
  const pattern = `%${search.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  return or(
    ilike(users.fullName, pattern),
    ilike(users.companyName, pattern),
    ilike(users.email, pattern),
    eq(users.uid, search),
  );
}

type Manager = { uid: string; full_name: string };

/** The account managers of these customers, by customer. */
export async function accountManagersOf(db: Executor, uids: string[]): Promise<Map<string, Manager[]>> {
  const found = new Map<string, Manager[]>();
  if (uids.length === 0) return found;
  const rows = await db
    .select({ customer: customerAssignments.customerUid, uid: managers.uid, full_name: managers.fullName })
    .from(customerAssignments)
    .innerJoin(managers, eq(managers.uid, customerAssignments.salesUid))
    .where(inArray(customerAssignments.customerUid, uids))
    .orderBy(asc(managers.fullName));
  for (const { customer, ...manager } of rows) found.set(customer, [...(found.get(customer) ?? []), manager]);
  return found;
}

const itemOf = (user: UserRow, customers: number, accountManagers: Manager[]) => ({
  uid: user.uid,
  full_name: user.fullName,
  company_name: user.companyName,
  email: user.email,
  email_verified_at: user.emailVerifiedAt?.toISOString() ?? null,
  user_role: user.role,
  user_status: user.status,
  user_type: user.userType,
  country_code: knownCountry(user.countryCode),
  created_at: user.createdAt.toISOString(),
  account_managers: accountManagers,
  customers,
});

/** Of an export, so that other requests get their turn between two pages. */
const usersAtOnce = 2_000;

/** Every user, oldest first. */
export async function* eachUser(db: Executor, limit: number, atOnce = usersAtOnce): AsyncGenerator<UserRow> {
  const position = sql`${users.createdAt}, ${users.uid}`;
  let last: string | null = null;
  for (let left = limit; left > 0; left -= atOnce) {
    const after: SQL | undefined =
      last === null ? undefined : sql`(${position}) > (select ${position} from ${users} where ${users.uid} = ${last})`;
    const rows: UserRow[] = await db
      .select()
      .from(users)
      .where(after)
      .orderBy(asc(users.createdAt), asc(users.uid))
      .limit(Math.min(left, atOnce));
    yield* rows;
    if (rows.length < atOnce) return;
    last = rows.at(-1)?.uid ?? null;
  }
}

/** The user if the caller may access it, or null. */
export async function findReachableUser(
  db: Executor,
  caller: Pick<Caller, "uid" | "reach">,
  uid: string,
): Promise<UserRow | null> {
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.uid, uid), uidsWithinReach(users.uid, caller)));
  return user ?? null;
}
