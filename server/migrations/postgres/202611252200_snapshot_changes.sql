-- Ad servers read only the snapshots that changed since they last read. Marked with the transaction, not with a counter:
-- transactions commit in another order than they take numbers, and a reader must miss none. Everything below the oldest
-- running transaction is final. A trigger, so that processes of earlier releases mark their changes as well.
alter table campaign_snapshots add column changed_by xid8 not null default pg_current_xact_id();
create index campaign_snapshots_changed on campaign_snapshots (changed_by);
create function mark_snapshot_change() returns trigger language plpgsql as $$
begin
  new.changed_by := pg_current_xact_id();
  return new;
end $$;
create trigger campaign_snapshots_change before insert or update on campaign_snapshots
  for each row execute function mark_snapshot_change();
