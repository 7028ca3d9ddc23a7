-- The cost of media, and per exchange what is owed for it. An account per exchange has the exchange's name.
alter table ledger_accounts add column exchange text,
  drop constraint ledger_accounts_kind_check,
  add constraint ledger_accounts_kind_check check (kind in ('available', 'reserved', 'card_clearing', 'bank', 'revenue',
    'services', 'vat', 'manual_credit', 'subsidy', 'plan_credit', 'guarantee', 'media_cost', 'media_payable')),
  add constraint ledger_exchange_by_kind check ((exchange is not null) = (kind = 'media_payable')),
  drop constraint ledger_accounts_owner_uid_kind_campaign_id_currency_key,
  add constraint ledger_accounts_identity unique nulls not distinct (owner_uid, kind, campaign_id, exchange, currency);

-- As before, with the exchange as a part of an account's identity.
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
    join ledger_accounts a on a.kind = l.kind and a.currency = l.currency
      and a.owner_uid is not distinct from l.owner and a.campaign_id is not distinct from l.campaign
      and a.exchange is not distinct from l.exchange
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
