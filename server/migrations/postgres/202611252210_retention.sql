-- What finds the rows that are old enough to be deleted, in tables that grow by millions of rows a day.
create index campaign_adjustments_minute on campaign_adjustments using brin (minute_at);
create index event_batches_applied on event_batches using brin (applied_at);
create index leases_closed on leases (closed_at) where closed_at is not null;
-- Placements that no longer exist are forgotten.
alter table placement_visibility add column changed_at timestamptz not null default now();
create index placement_visibility_changed on placement_visibility (changed_at);
