import { createHash } from "node:crypto";
import pg from "pg";

export type Size = { users: number; campaigns: number; invoices: number; entries: number };

/** The installation that the bars are about. */
export const largeSize: Size = { users: 10_000, campaigns: 100_000, invoices: 50_000, entries: 400_000 };

/** The largest customer's share of all campaigns: one in a hundred. */
const ofLargest = 100;

/**
 * Fills a migrated, empty database with a large installation, by `generate_series` and without triggers, which takes
 * some twenty seconds: 10 staff, account managers with 200 customers each, campaigns of three years of which a tenth
 * runs, their budgets, ledger, changes, reviews, invoices and payments. Amounts balance; nothing of it is delivered.
 * `now` is the newest instant.
 */
export async function seedLargeInstallation(databaseUrl: string, size: Size, now: Date): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // Foreign keys and append-only triggers are checked per row or statement, which the generated rows do not need.
    await client.query("set session_replication_role = replica");
    await client.query("set synchronous_commit = off");
    for (const statement of statements(size, now)) await client.query(statement);
    await client.query("vacuum analyze");
  } finally {
    await client.end();
  }
}

/** Session ids that the seed stores for a user: `session-<uid>`. */
export const sessionOf = (uid: string): string => `session-${uid}`;

/** Opens a session for each of these users. */
export async function openSeededSessions(databaseUrl: string, uids: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const hashes = uids.map((uid) => createHash("sha256").update(sessionOf(uid)).digest("base64url"));
    await client.query(
      `insert into sessions (id_hash, uid, created_at, last_seen_at, expires_at)
       select id_hash, uid, now(), now(), now() + interval '1 day' from unnest($1::text[], $2::text[]) as s (id_hash, uid)
       on conflict (id_hash) do update set last_seen_at = now(), expires_at = excluded.expires_at`,
      [hashes, uids],
    );
  } finally {
    await client.end();
  }
}

function statements(size: Size, now: Date): string[] {
  const at = `timestamptz '${now.toISOString()}'`;
  const owner = `'user-' || (case when n % ${ofLargest} = 0 then 0 else n % ${size.users} end)`;
  return [
    `insert into users (uid, role, email, email_verified_at, full_name, display_name, company_name, status, country_code,
       postal_code, city, street, house_number, terms_accepted_at, created_at, updated_at)
     select 'user-' || n, case when n % 10 = 9 then 'advanced_advertiser' else 'customer' end, 'user' || n || '@large.example',
       ${at}, 'Person ' || md5(n::text), 'Person ' || n, initcap(substr(md5(n::text), 1, 6)) || ' Company ' || n, 2, 'CH',
       '3011', 'Bern', 'Gerberngasse', n::text, ${at}, ${at} - n * interval '2 hours', ${at}
     from generate_series(0, ${size.users - 1}) as n`,
    `insert into users (uid, role, email, email_verified_at, full_name, display_name, status, country_code, terms_accepted_at, created_at, updated_at)
     select 'staff-' || n, (array['super_admin', 'admin', 'accountant', 'campaign_manager', 'sales'])[1 + n % 5],
       'staff' || n || '@large.example', ${at}, 'Staff ' || n, 'Staff ' || n, 2, 'CH', ${at}, ${at} - interval '4 years', ${at}
     from generate_series(0, 19) as n`,
    `insert into customer_assignments (sales_uid, customer_uid, created_at)
     select 'staff-' || (4 + 5 * (n % 4)), 'user-' || n, ${at} from generate_series(0, 799) as n`,
    `insert into campaigns (owner_uid, name, status, categories, language, currency, total_budget_micros, start_on, end_on,
       destination_url, activated_at, ended_at, settled_at, ended_reason, created_at, updated_at)
     select ${owner}, initcap(substr(md5(n::text), 1, 7)) || ' Campaign ' || n, s.status, '{IAB8}', 'de', 'CHF',
       500000000 + (n % 997) * 1000000, (${at})::date - days, (${at})::date - days + 30, 'https://shop.example/',
       case when s.status <> 'DRAFT' then ${at} - days * interval '1 day' end,
       case when s.status in ('ENDED', 'ARCHIVED') then ${at} - (days - 30) * interval '1 day' end,
       case when s.status in ('ENDED', 'ARCHIVED') then ${at} - (days - 30) * interval '1 day' end,
       case when s.status in ('ENDED', 'ARCHIVED') then 'period' end,
       ${at} - n * interval '15 minutes', ${at} - n * interval '15 minutes'
     from generate_series(1, ${size.campaigns}) as n,
       lateral (select case when n <= ${size.campaigns} * 0.1 then 'ACTIVE' when n % 20 = 0 then 'DRAFT'
         when n % 20 = 1 then 'ARCHIVED' when n % 20 = 2 and n < ${size.campaigns} * 0.2 then 'PAUSED' else 'ENDED' end as status,
         case when n <= ${size.campaigns} * 0.1 or n % 20 = 2 and n < ${size.campaigns} * 0.2 then n % 25 else 31 + n / 100 end as days) as s`,
    `insert into campaign_counters (campaign_id, impressions, clicks, charge_micros)
     select id, id * 7919 % 20000, id * 104729 % 200, id * 7919 % 20000 * 25000 from campaigns`,
    `insert into campaign_changes (campaign_id, at, by_uid, action, fields)
     select id, coalesce(activated_at, created_at), owner_uid, (array['created', 'activated', 'changed'])[k], '[]'
     from campaigns, generate_series(1, 3) as k`,
    `insert into campaign_budgets (campaign_id, budget_micros, spent_micros, even_day_micros)
     select id, total_budget_micros, case when status = 'ACTIVE' then total_budget_micros / 10 else total_budget_micros end,
       total_budget_micros / 30 from campaigns where status <> 'DRAFT'`,
    `insert into creative_reviews (campaign_id, owner_uid, kind, status, creatives, destination_url, submitted_at, decided_at, decided_by, reasons)
     select id, owner_uid, 'start', r.status, '[]', destination_url, activated_at,
       case when r.status <> 'pending' then activated_at end, case when r.status <> 'pending' then 'staff-1' end,
       case when r.status = 'rejected' then '{other}'::text[] else '{}' end
     from campaigns, lateral (select case when id % 500 = 3 then 'pending' when id % 50 = 4 then 'rejected' else 'approved' end as status) as r
     where campaigns.status <> 'DRAFT'`,
    `insert into landing_checks (campaign_id, url, outcome, detail, failures, checked_at, next_at)
     select id, destination_url, 'ok', '', 0, ${at}, ${at} + interval '1 day' from campaigns where status = 'ACTIVE'`,
    ...ledger(size, at),
    ...invoices(size, at),
    `insert into campaign_funnel (campaign_id, hour_at, first_at, seen, bid)
     select id, date_trunc('hour', ${at}) - h * interval '1 hour', ${at} - h * interval '1 hour', 1000, 500
     from campaigns, generate_series(0, 11) as h where status = 'ACTIVE'`,
    `insert into audit_entries (at, actor_uid, actor_kind, subject_uid, action, changes, command)
     select ${at} - n * interval '3 minutes', 'staff-1', 'user', 'user-' || n % ${size.users}, 'user_changed', '[]', 'users.change_user'
     from generate_series(1, ${size.users * 20}) as n`,
  ];
}

/** Each customer's top-up, a reservation for each started campaign and its spend, in entries of two lines. */
function ledger(size: Size, at: string): string[] {
  const spends = Math.max(1, Math.round(size.entries / size.campaigns));
  const campaignOf = "(e.details ->> 'campaign')::bigint";
  const line = (from: string, amount: string): string =>
    `insert into ledger_lines (entry_id, account_id, currency, amount_micros) select e.id, a.id, 'CHF', ${amount} from ${from}`;
  const entries = (kind: string) => `(select * from ledger_entries where kind = '${kind}') e`;
  const own = (kind: string) => `join ledger_accounts a on a.kind = '${kind}'`;
  const budget = `join campaign_budgets b on b.campaign_id = ${campaignOf}`;
  return [
    "insert into ledger_accounts (kind, owner_uid, currency) values ('bank', null, 'CHF'), ('revenue', null, 'CHF')",
    `insert into ledger_accounts (kind, owner_uid, currency) select 'available', 'user-' || n, 'CHF' from generate_series(0, ${size.users - 1}) as n`,
    `insert into ledger_accounts (kind, owner_uid, campaign_id, currency)
     select 'reserved', owner_uid, id, 'CHF' from campaigns where status <> 'DRAFT'`,
    `insert into ledger_entries (key, fingerprint, kind, fund, description, details, actor_uid, at)
     select 'large:top-up:' || n, md5(n::text), 'order', 'manual', 'Top-up', '{}', 'user-' || n, ${at} - interval '3 years'
     from generate_series(0, ${size.users - 1}) as n`,
    line(`${entries("order")} ${own("available")} and a.owner_uid = e.actor_uid`, "1000000000000"),
    line(`${entries("order")} ${own("bank")}`, "-1000000000000"),
    `insert into ledger_entries (key, fingerprint, kind, description, details, at)
     select 'large:reserve:' || id, md5(id::text), 'reservation', 'Budget of a campaign', jsonb_build_object('campaign', id), activated_at
     from campaigns where status <> 'DRAFT'`,
    `insert into ledger_entries (key, fingerprint, kind, description, details, at)
     select 'large:spend:' || c.id || ':' || k, md5(c.id || ':' || k), 'spend', 'Delivered ads', jsonb_build_object('campaign', c.id),
       c.activated_at + k * interval '6 hours' from campaigns c, generate_series(1, ${spends}) as k where c.status <> 'DRAFT'`,
    "analyze ledger_entries, ledger_accounts, campaign_budgets, campaigns",
    line(`${entries("reservation")} ${budget} ${own("reserved")} and a.campaign_id = b.campaign_id`, "b.budget_micros"),
    line(
      `${entries("reservation")} ${budget} join campaigns c on c.id = b.campaign_id ${own("available")} and a.owner_uid = c.owner_uid`,
      "-b.budget_micros",
    ),
    line(
      `${entries("spend")} ${budget} ${own("reserved")} and a.campaign_id = b.campaign_id`,
      `-(b.spent_micros / ${spends})`,
    ),
    line(`${entries("spend")} ${budget} ${own("revenue")}`, `b.spent_micros / ${spends}`),
    `update campaign_budgets set spent_micros = spent_micros / ${spends} * ${spends}`,
    `update ledger_accounts a set balance_micros = s.micros from (
       select account_id, sum(amount_micros) as micros from ledger_lines group by 1) s
     where s.account_id = a.id and a.owner_uid is not null`,
  ];
}

function invoices(size: Size, at: string): string[] {
  const number = "to_char(2020 + n / 20000, 'FM0000') || '-' || to_char(n % 20000, 'FM000000')";
  return [
    `insert into invoices (number, year, sequence, kind, owner_uid, currency, net_micros, vat_micros, gross_micros, vat_rate,
       name_en, name_de, paid_by, language, seller, buyer, lines, issued_at, due_on)
     select ${number}, 2020 + n / 20000, n % 20000, 'invoice', 'user-' || n % ${size.users}, 'CHF', 100000000, 8100000, 108100000, 810,
       'Advertising budget ' || n, 'Werbebudget ' || n, 'order', 'de', '{"name": "Seller"}', '{"name": "Buyer"}', '[]',
       ${at} - n * interval '30 minutes', (${at})::date
     from generate_series(0, ${size.invoices - 1}) as n`,
    `insert into invoice_states (number, status, at)
     select number, case when sequence % 50 = 0 then 'open' else 'paid' end, issued_at from invoices`,
    `insert into manual_invoices (owner_uid, description, amount_micros, currency, status, invoice_number, created_by, created_at, updated_at)
     select owner_uid, name_en, gross_micros, 'CHF', 'paid', number, owner_uid, issued_at, issued_at from invoices where sequence % 2 = 0`,
    `insert into payments (id, owner_uid, kind, currency, amount_micros, vat_micros, status, created_at, settled_at)
     select gen_random_uuid(), owner_uid, 'card', 'CHF', net_micros, vat_micros, 'failed', issued_at, issued_at
     from invoices where sequence % 2 = 1`,
  ];
}
