-- Adjustments by campaign and minute, partitioned by week, so that old weeks are dropped instead of deleted row by row
-- (docs/decisions/0062). A new table, because processes of the earlier release delete rows of `campaign_adjustments` by their
-- place in the file, which is not unique among partitions. That table is read until its rows are 90 days old, and goes with a
-- later release.
create table adjustment_minutes (
  campaign_id bigint not null,
  minute_at timestamptz not null,
  adjustments integer not null,
  participation_before double precision not null,
  participation_after double precision not null,
  price_factor_before double precision not null,
  price_factor_after double precision not null,
  reasons jsonb not null,
  primary key (campaign_id, minute_at)
) partition by range (minute_at);

create schema partitions;
grant usage on schema partitions to litfass_app;
-- Weeks that no partition was created for, after a long standstill. Its rows are deleted one by one.
create table partitions.adjustment_minutes_other partition of adjustment_minutes default;
grant select, delete on partitions.adjustment_minutes_other to litfass_app;

-- Creates the partitions of this week and the next four, and drops those whose rows are all older than 90 days, by the
-- database's clock. Returns how many. A statement that waits for a lock gives up; the next run does the rest.
create function keep_adjustment_partitions(out created integer, out dropped integer)
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '5s' as $$
declare
  v_this_week timestamptz := date_trunc('week', now(), 'UTC');
  v_week timestamptz;
  v_name text;
begin
  created := 0;
  dropped := 0;
  for v_week in select v_this_week + n * interval '7 days' from generate_series(0, 4) n loop
    v_name := 'adjustment_minutes_' || to_char(v_week at time zone 'UTC', 'YYYYMMDD');
    if to_regclass('partitions.' || v_name) is null and not exists (
      select 1 from partitions.adjustment_minutes_other where minute_at >= v_week and minute_at < v_week + interval '7 days'
    ) then
      execute format('create table partitions.%I partition of adjustment_minutes for values from (%L) to (%L)',
        v_name, v_week, v_week + interval '7 days');
      created := created + 1;
    end if;
  end loop;
  for v_name in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'adjustment_minutes'::regclass and c.relname ~ '^adjustment_minutes_\d{8}$'
      and to_date(right(c.relname, 8), 'YYYYMMDD') + 7 <= (now() at time zone 'UTC')::date - 90
    order by 1
  loop
    execute format('drop table partitions.%I', v_name);
    dropped := dropped + 1;
  end loop;
end $$;
revoke all on function keep_adjustment_partitions from public;
grant execute on function keep_adjustment_partitions to litfass_app;
select keep_adjustment_partitions();
