-- As before, with an index lookup for each line: "is not distinct from" cannot use an index, so that each line of an
-- entry scanned all accounts. Each branch is one form of an account: a campaign's, a customer's, an exchange's, our own.
create or replace function ledger_post(
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
  insert into ledger_accounts (kind, owner_uid, campaign_id, exchange, currency)
    select l.kind, l.owner, l.campaign, l.exchange, l.currency
    from jsonb_to_recordset(p_lines) as l(kind text, owner text, campaign bigint, exchange text, currency text)
    order by l.owner, l.kind, l.campaign, l.exchange, l.currency
    on conflict do nothing;
  -- in the order of ids, so that two postings never wait for each other in a circle
  for v_line in
    select a.id, a.owner_uid, a.currency, l.amount::bigint as amount
    from jsonb_to_recordset(p_lines) as l(kind text, owner text, campaign bigint, exchange text, currency text, amount text)
    cross join lateral (
      select r.id, r.owner_uid, r.currency from ledger_accounts r where r.owner_uid = l.owner and r.kind = l.kind
        and r.campaign_id = l.campaign and r.exchange is null and r.currency = l.currency and l.exchange is null
      union all
      select c.id, c.owner_uid, c.currency from ledger_accounts c where c.owner_uid = l.owner and c.kind = l.kind
        and c.campaign_id is null and c.exchange is null and c.currency = l.currency
        and l.campaign is null and l.exchange is null
      union all
      select x.id, x.owner_uid, x.currency from ledger_accounts x where x.owner_uid is null and x.kind = l.kind
        and x.campaign_id is null and x.exchange = l.exchange and x.currency = l.currency
        and l.owner is null and l.campaign is null
      union all
      select o.id, o.owner_uid, o.currency from ledger_accounts o where o.owner_uid is null and o.kind = l.kind
        and o.campaign_id is null and o.exchange is null and o.currency = l.currency
        and l.owner is null and l.campaign is null and l.exchange is null
    ) a
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

-- A budget's day that a wrong clock moved is corrected from what was granted on the right one.
create index leases_campaign_day on leases (campaign_id, day_on);
