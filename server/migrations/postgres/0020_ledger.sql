-- The ledger: double entry, append-only. Amounts are micros (1 CHF = 1'000'000). A customer's account is positive when
-- the house owes the customer; the lines of an entry sum to zero, so that house accounts stand on the other side.
create table ledger_accounts (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('available', 'reserved', 'card_clearing', 'bank', 'revenue', 'vat',
    'manual_credit', 'subsidy', 'plan_credit', 'guarantee')),
  -- null: an account of the house
  owner_uid text,
  -- a reservation belongs to one campaign
  campaign_id bigint,
  currency text not null check (currency in ('CHF', 'EUR')),
  -- kept in step with the lines, for customers only: a house balance is summed when asked for, so that no row is hot
  balance_micros bigint not null default 0,
  unique nulls not distinct (owner_uid, kind, campaign_id, currency),
  unique (id, currency),
  constraint ledger_owner_by_kind check ((owner_uid is not null) = (kind in ('available', 'reserved'))),
  constraint ledger_campaign_by_kind check ((campaign_id is not null) = (kind = 'reserved')),
  constraint ledger_customer_not_negative check (balance_micros >= 0),
  constraint ledger_house_has_no_balance check (owner_uid is not null or balance_micros = 0)
);
create unique index ledger_reservation_of_campaign on ledger_accounts (campaign_id) where kind = 'reserved';

create table ledger_entries (
  id bigint generated always as identity primary key,
  -- what makes a repeated posting the same posting
  key text not null unique check (length(key) between 1 and 200),
  fingerprint text not null,
  kind text not null check (kind ~ '^[a-z_]+$'),
  -- which of the customer's sums the entry counts to; null for moves between the own accounts and for spend
  fund text check (fund in ('stripe', 'manual')),
  description text not null,
  -- plan, payment, invoice, campaign: what the entry is about
  details jsonb not null,
  -- the entry that this one takes back, in full or in part
  reverses bigint references ledger_entries (id),
  actor_uid text,
  at timestamptz not null
);
create index ledger_entries_reverses on ledger_entries (reverses) where reverses is not null;

create table ledger_lines (
  entry_id bigint not null references ledger_entries (id),
  account_id bigint not null,
  currency text not null,
  amount_micros bigint not null check (amount_micros <> 0),
  primary key (entry_id, account_id),
  foreign key (account_id, currency) references ledger_accounts (id, currency)
);
create index ledger_lines_account on ledger_lines (account_id, entry_id);

create function ledger_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only' using errcode = 'LG003';
end $$;
create trigger ledger_entries_append_only before update or delete or truncate on ledger_entries
  for each statement execute function ledger_is_append_only();
create trigger ledger_lines_append_only before update or delete or truncate on ledger_lines
  for each statement execute function ledger_is_append_only();

-- Posts an entry with its lines [{kind, owner, campaign, currency, amount}] (amount as text) and keeps the balances in
-- step. The same key again changes nothing (posted = false); the same key with other content is LG001; lines that do
-- not sum to zero are LG002; a customer's account below zero breaks ledger_customer_not_negative.
create function ledger_post(
  p_key text, p_kind text, p_fund text, p_description text, p_details jsonb, p_reverses bigint, p_actor text,
  p_at timestamptz, p_lines jsonb, out entry_id bigint, out posted boolean
) language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_fingerprint text := md5(p_kind || p_lines::text);
  v_known text;
  v_line record;
begin
  insert into ledger_entries (key, fingerprint, kind, fund, description, details, reverses, actor_uid, at)
    values (p_key, v_fingerprint, p_kind, p_fund, p_description, p_details, p_reverses, p_actor, coalesce(p_at, now()))
    on conflict (key) do nothing returning id into entry_id;
  if entry_id is null then
    select e.id, e.fingerprint into entry_id, v_known from ledger_entries e where e.key = p_key;
    if v_known is distinct from v_fingerprint then
      raise exception 'ledger key % was used for another entry', p_key using errcode = 'LG001';
    end if;
    posted := false;
    return;
  end if;
  if jsonb_array_length(p_lines) < 2 or exists (
    select 1 from jsonb_to_recordset(p_lines) as l(currency text, amount text)
    group by l.currency having sum(l.amount::bigint) <> 0
  ) then
    raise exception 'the lines of % do not sum to zero', p_key using errcode = 'LG002';
  end if;
  insert into ledger_accounts (kind, owner_uid, campaign_id, currency)
    select l.kind, l.owner, l.campaign, l.currency
    from jsonb_to_recordset(p_lines) as l(kind text, owner text, campaign bigint, currency text)
    order by l.owner, l.kind, l.campaign, l.currency
    on conflict do nothing;
  -- in the order of ids, so that two postings never wait for each other in a circle
  for v_line in
    select a.id, a.owner_uid, a.currency, l.amount::bigint as amount
    from jsonb_to_recordset(p_lines) as l(kind text, owner text, campaign bigint, currency text, amount text)
    join ledger_accounts a on a.kind = l.kind and a.currency = l.currency
      and a.owner_uid is not distinct from l.owner and a.campaign_id is not distinct from l.campaign
    order by a.id
  loop
    if v_line.owner_uid is not null then
      update ledger_accounts set balance_micros = balance_micros + v_line.amount where id = v_line.id;
    end if;
    insert into ledger_lines (entry_id, account_id, currency, amount_micros)
      values (ledger_post.entry_id, v_line.id, v_line.currency, v_line.amount);
  end loop;
  if (select count(*) from ledger_lines l where l.entry_id = ledger_post.entry_id) <> jsonb_array_length(p_lines) then
    raise exception 'a line of % has no account', p_key using errcode = 'LG002';
  end if;
  posted := true;
end $$;

-- The reservation of a campaign, locked until the transaction ends.
create function ledger_lock_reservation(p_campaign bigint, out owner_uid text, out currency text, out balance_micros bigint)
language sql security definer set search_path = public, pg_temp as $$
  select a.owner_uid, a.currency, a.balance_micros from ledger_accounts a
  where a.kind = 'reserved' and a.campaign_id = p_campaign for update
$$;

revoke all on function ledger_post from public;
revoke all on function ledger_lock_reservation from public;
grant execute on function ledger_post, ledger_lock_reservation to litfass_app;
revoke insert, update, delete, truncate on ledger_accounts, ledger_entries, ledger_lines from litfass_app;
