-- Spend is booked per campaign and hour, and media cost per payee and hour (docs/decisions/0062). Until its hour is booked, it
-- is open: an amount between two accounts that each settled batch of events adds to.
create table open_spend (
  from_account_id bigint not null,
  to_account_id bigint not null,
  hour_at timestamptz not null check (hour_at = date_bin('1 hour', hour_at, '2000-01-01 00:00:00+00')),
  currency text not null,
  kind text not null check (kind in ('spend', 'media_cost')),
  amount_micros bigint not null check (amount_micros > 0),
  -- of media cost
  impressions bigint not null default 0,
  -- when the last batch was settled, which is the time of the entry
  settled_at timestamptz not null check (settled_at >= hour_at and settled_at < hour_at + interval '1 hour'),
  primary key (from_account_id, to_account_id, hour_at),
  foreign key (from_account_id, currency) references ledger_accounts (id, currency),
  foreign key (to_account_id, currency) references ledger_accounts (id, currency)
  -- updated in place, again and again
) with (fillfactor = 50);
create index open_spend_hour on open_spend (hour_at);
create index open_spend_to on open_spend (to_account_id);
revoke insert, update, delete, truncate on open_spend from litfass_app;

-- Hours before this are in the books, for the reservation of a campaign and for what is owed to a payee of media cost:
-- what is settled later belongs to a later hour.
alter table ledger_accounts add column booked_until timestamptz;

-- Every line with its entry, and open spend as the lines that it will be. A balance is the sum of its account's movements.
create view ledger_movements as
select l.account_id, l.currency, l.amount_micros, e.id as entry_id, e.kind, e.at, e.description, e.details
from ledger_lines l join ledger_entries e on e.id = l.entry_id
union all
select o.from_account_id, o.currency, -o.amount_micros, null, o.kind, o.settled_at, '',
  jsonb_strip_nulls(jsonb_build_object('campaign', f.campaign_id, 'exchange', t.exchange))
from open_spend o left join ledger_accounts f on f.id = o.from_account_id
  left join ledger_accounts t on t.id = o.to_account_id
union all
select o.to_account_id, o.currency, o.amount_micros, null, o.kind, o.settled_at, '',
  jsonb_strip_nulls(jsonb_build_object('campaign', f.campaign_id, 'exchange', t.exchange))
from open_spend o left join ledger_accounts f on f.id = o.from_account_id
  left join ledger_accounts t on t.id = o.to_account_id;

-- Takes charges from the reservations of their campaigns, never more than is reserved, and adds them to the open spend of
-- the hour. Returns what was taken. Runs in the transaction that claims the batch, which makes it happen once.
create function ledger_settle_spend(p_campaigns bigint[], p_amounts bigint[], p_at timestamptz)
returns table (campaign_id bigint, taken_micros bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  -- in the order of ids, so that two batches never wait for each other in a circle
  perform 1 from ledger_accounts where kind = 'reserved' and campaign_id = any (p_campaigns) order by id for no key update;
  insert into ledger_accounts (kind, currency)
    select distinct 'revenue', r.currency from ledger_accounts r
    where r.kind = 'reserved' and r.campaign_id = any (p_campaigns) and not exists (
      select 1 from ledger_accounts k where k.kind = 'revenue' and k.owner_uid is null and k.currency = r.currency)
    order by 2 on conflict do nothing;
  return query
    with taken as (
      select r.id, r.campaign_id, r.currency, least(a.amount, r.balance_micros) as micros,
        greatest(date_bin('1 hour', p_at, '2000-01-01 00:00:00+00'), r.booked_until) as hour_at,
        greatest(p_at, r.booked_until) as settled_at
      from (select c as campaign_id, sum(m)::bigint as amount from unnest(p_campaigns, p_amounts) as u(c, m) where m > 0 group by c) a
      join ledger_accounts r on r.kind = 'reserved' and r.campaign_id = a.campaign_id
      where r.balance_micros > 0
    ), balances as (
      update ledger_accounts r set balance_micros = r.balance_micros - t.micros from taken t where r.id = t.id
    ), opened as (
      insert into open_spend as o (from_account_id, to_account_id, hour_at, currency, kind, amount_micros, settled_at)
        select t.id, k.id, t.hour_at, t.currency, 'spend', t.micros, t.settled_at
        from taken t join ledger_accounts k on k.kind = 'revenue' and k.owner_uid is null and k.currency = t.currency
        on conflict (from_account_id, to_account_id, hour_at) do update
          set amount_micros = o.amount_micros + excluded.amount_micros, settled_at = greatest(o.settled_at, excluded.settled_at)
    )
    select t.campaign_id, t.micros from taken t;
end $$;

-- Adds media cost to the open amounts of the hour, by payee (an exchange, a publisher) and currency.
create function ledger_settle_media(p_payees text[], p_currencies text[], p_amounts bigint[], p_impressions bigint[], p_at timestamptz)
returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into ledger_accounts (kind, exchange, currency)
    select kind, exchange, currency from (
      select 'media_payable' as kind, p as exchange, c as currency from unnest(p_payees, p_currencies) as u(p, c)
      union select 'media_cost', null, c from unnest(p_currencies) as u(c)) n
    where not exists (select 1 from ledger_accounts k where k.kind = n.kind and k.owner_uid is null
      and k.exchange is not distinct from n.exchange and k.currency = n.currency)
    order by 1, 2, 3 on conflict do nothing;
  perform 1 from ledger_accounts where owner_uid is null and kind = 'media_payable' and exchange = any (p_payees)
    order by id for no key update;
  insert into open_spend as o (from_account_id, to_account_id, hour_at, currency, kind, amount_micros, impressions, settled_at)
    select f.id, t.id, greatest(date_bin('1 hour', p_at, '2000-01-01 00:00:00+00'), t.booked_until), a.currency, 'media_cost',
      a.amount, a.impressions, greatest(p_at, t.booked_until)
    from (
      select p as exchange, c as currency, sum(m)::bigint as amount, sum(i)::bigint as impressions
      from unnest(p_payees, p_currencies, p_amounts, p_impressions) as u(p, c, m, i) where m > 0 group by p, c) a
    join ledger_accounts f on f.owner_uid is null and f.kind = 'media_cost' and f.currency = a.currency
    join ledger_accounts t on t.owner_uid is null and t.kind = 'media_payable' and t.exchange = a.exchange
      and t.currency = a.currency
    on conflict (from_account_id, to_account_id, hour_at) do update
      set amount_micros = o.amount_micros + excluded.amount_micros, impressions = o.impressions + excluded.impressions,
        settled_at = greatest(o.settled_at, excluded.settled_at);
end $$;

-- Books open spend of hours that begin before `p_before`, oldest first: an entry for each campaign or payee and hour. With a
-- campaign or a payee, only its own. Returns the number of entries. A second entry for an hour would have the same key.
create function ledger_book_spend(p_before timestamptz, p_limit integer, p_campaign bigint, p_payee text) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_own bigint[];
  v_from bigint[];
  v_to bigint[];
  v_hours timestamptz[];
  v_booked integer;
begin
  if p_campaign is null and p_payee is null then
    select array_agg(o.from_account_id), array_agg(o.to_account_id), array_agg(o.hour_at) into v_from, v_to, v_hours from (
      select * from open_spend where hour_at < p_before order by hour_at, from_account_id, to_account_id limit p_limit) o;
  else
    select array_agg(a.id) into v_own from ledger_accounts a
    where (a.kind = 'reserved' and a.campaign_id = p_campaign)
      or (a.kind = 'media_payable' and a.owner_uid is null and a.exchange = p_payee);
    select array_agg(o.from_account_id), array_agg(o.to_account_id), array_agg(o.hour_at) into v_from, v_to, v_hours from (
      select * from open_spend where hour_at < p_before and (from_account_id = any (v_own) or to_account_id = any (v_own))
      order by hour_at limit p_limit) o;
  end if;
  if v_from is null then
    return 0;
  end if;
  -- Settling locks the same accounts: what is added to an hour is committed before it is booked, or belongs to the next.
  perform 1 from ledger_accounts a where a.id = any (v_from || v_to) and a.kind in ('reserved', 'media_payable')
    order by a.id for no key update;
  with closed as (
    delete from open_spend o using unnest(v_from, v_to, v_hours) as u(f, t, h)
    where o.from_account_id = u.f and o.to_account_id = u.t and o.hour_at = u.h
    returning o.*
  ), described as (
    select c.*, case c.kind when 'spend' then 'spend:' || f.campaign_id else 'media:' || t.exchange || ':' || c.currency end
        || ':hour:' || to_char(c.hour_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24') as key,
      case c.kind when 'spend' then jsonb_build_object('campaign', f.campaign_id)
        else jsonb_build_object('exchange', t.exchange, 'impressions', c.impressions) end as details,
      case c.kind when 'spend' then c.from_account_id else c.to_account_id end as settled_account_id
    from closed c join ledger_accounts f on f.id = c.from_account_id join ledger_accounts t on t.id = c.to_account_id
  ), entries as (
    insert into ledger_entries (key, fingerprint, kind, description, details, at)
      select d.key, md5(d.kind || d.from_account_id || ' ' || d.to_account_id || ' ' || d.amount_micros), d.kind, '', d.details,
        d.settled_at
      from described d order by d.hour_at, d.key
      returning id, key
  ), lines as (
    insert into ledger_lines (entry_id, account_id, currency, amount_micros)
      select e.id, l.account_id, d.currency, l.amount from entries e join described d on d.key = e.key
      cross join lateral (values (d.from_account_id, -d.amount_micros), (d.to_account_id, d.amount_micros)) as l(account_id, amount)
  ), marked as (
    update ledger_accounts a set booked_until = greatest(a.booked_until, b.until)
    from (select d.settled_account_id as id, max(d.hour_at) + interval '1 hour' as until from described d group by 1) b
    where a.id = b.id
  )
  select count(*) into v_booked from entries;
  return v_booked;
end $$;

revoke all on function ledger_settle_spend, ledger_settle_media, ledger_book_spend from public;
grant execute on function ledger_settle_spend, ledger_settle_media, ledger_book_spend to litfass_app;
