import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "../../testing/stack.ts";
import { countMissingSetup } from "./launch/launch-checklist.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

const workOf = async (role: Parameters<Stack["signIn"]>[0]) => {
  const { status, body } = await (await stack.signIn(role)).get("/work-list");
  expect(status).toBe(200);
  return Object.fromEntries(
    body.map((work: { kind: string; count: number; oldest_at: string | null }) => [
      work.kind,
      [work.count, work.oldest_at],
    ]),
  );
};

test("staff have nothing to do on a fresh installation; advertisers have no work list", async () => {
  expect(await workOf("admin")).toEqual({});
  expect((await (await stack.signIn("customer")).get("/work-list")).status).toBe(403);
  expect((await stack.visitor().get("/work-list")).status).toBe(401);
});

test("a production installation counts what its first super admin must set up, until it is done", async () => {
  const { config, defaultSettings, ...platform } = stack.platform;
  const missing = (changes: Partial<typeof config>, name = defaultSettings.company.name) =>
    countMissingSetup({
      ...platform,
      config: { ...config, ...changes },
      defaultSettings: { ...defaultSettings, company: { ...defaultSettings.company, name } },
    });
  const empty = { production: true, smtpUrl: null, exchanges: [] };
  expect(await missing({ ...empty, production: false })).toBe(0);
  expect(await missing(empty)).toBe(3);
  expect(await missing({ ...empty, smtpUrl: "smtp://mail.example" })).toBe(2);
  expect(await missing({ production: true, smtpUrl: "smtp://mail.example" }, "Plakat Nord AG")).toBe(0);
});

test("its first super admin finds the missing setup in the work list, other staff do not", async () => {
  const { config } = stack.platform;
  const { production, smtpUrl } = config;
  Object.assign(config, { production: true, smtpUrl: null });
  try {
    await stack.signIn({ uid: "operator-1", role: "super_admin" });
    await stack.signIn({ uid: "admin-1", role: "admin" });
    // Staff of a production installation work with a second factor only.
    await stack.platform.db.execute(sql`
      insert into second_factors (uid, sealed_secret, created_at, confirmed_at)
      values ('operator-1', 'x', now(), now()), ('admin-1', 'x', now(), now())`);
    expect((await workOf({ uid: "operator-1", role: "super_admin" })).setup).toEqual([2, null]);
    expect((await workOf({ uid: "admin-1", role: "admin" })).setup).toBeUndefined();
  } finally {
    Object.assign(config, { production, smtpUrl });
  }
});

test("each role sees the number and the age of what it may work on, account managers for their customers", async () => {
  const { db, clock } = stack.platform;
  const now = clock.now().toISOString();
  const [older, newer] = [60, 30].map((days) => new Date(clock.now().getTime() - days * 86_400_000).toISOString());
  await db.execute(sql`update users set created_at = ${older}`);
  await stack.signIn({ uid: "seen", role: "customer" });
  await stack.signIn({ uid: "unseen", role: "customer" });
  await stack.signIn({ uid: "manager", role: "sales" });
  await db.execute(sql`insert into customer_assignments values ('manager', 'seen', now())`);
  await db.execute(sql`update users set created_at = ${now} where uid in ('seen', 'unseen')`);
  await db.execute(sql`insert into campaign_silences values (1, 'seen', ${newer}), (2, 'unseen', ${older})`);
  await db.execute(sql`
    insert into subscriptions (owner_uid, plan, started_at, end_at)
    values ('seen', 'starter', ${older}, '2099-01-01'), ('unseen', 'starter', ${older}, ${older})`);
  await db.execute(sql`
    insert into manual_invoices (owner_uid, description, amount_micros, currency, status, created_by, created_at, updated_at)
    values ('seen', 'a', 1000000, 'CHF', 'new', 'seen', ${newer}, ${newer}),
      ('seen', 'b', 1000000, 'CHF', 'new', 'seen', ${older}, ${older}),
      ('seen', 'c', 1000000, 'CHF', 'paid', 'seen', '2020-01-01', '2020-01-01')`);
  await db.execute(sql`
    insert into money_approvals (kind, owner_uid, currency, amount_micros, command, request, description, request_key,
      state, requested_by, requested_at)
    values ('credit', 'seen', 'CHF', 1000000, 'x', '{}', 'x', 'k1', 'pending', 'bookkeeper', ${older}),
      ('credit', 'seen', 'CHF', 1000000, 'x', '{}', 'x', 'k2', 'pending', 'somebody', ${newer})`);
  await db.execute(sql`
    insert into campaigns (owner_uid, name, currency, created_at, updated_at) values ('seen', 'Zopf', 'CHF', now(), now())`);
  await db.execute(sql`
    insert into creative_reviews (campaign_id, owner_uid, kind, status, creatives, destination_url, submitted_at)
    select id, owner_uid, 'start', 'pending', '[]', '', ${newer} from campaigns`);

  const about = { silent: [2, older], low_balance: [1, null], new_users: [2, now] };
  expect(await workOf("super_admin")).toEqual({
    ...about,
    reviews: [1, newer],
    approvals: [2, older],
    orders: [2, older],
  });
  expect(await workOf("admin")).toEqual({ ...about, reviews: [1, newer], approvals: [2, older] });
  expect(await workOf({ uid: "manager", role: "sales" })).toEqual({
    silent: [1, newer],
    low_balance: [1, null],
    new_users: [1, now],
  });
  // Nobody is the second person of their own request.
  expect(await workOf({ uid: "bookkeeper", role: "accountant" })).toEqual({
    approvals: [1, newer],
    orders: [2, older],
  });
  expect(await workOf("campaign_manager")).toEqual({ reviews: [1, newer] });
  expect(await workOf("tech_admin")).toEqual({ silent: [2, older] });
});
