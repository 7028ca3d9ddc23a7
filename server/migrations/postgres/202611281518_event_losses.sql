-- Charges whose events were lost with the event store, and which an operator accepted as lost: the nightly reconciliation
-- of charges and stored events counts from there on.
create table event_losses (
  id bigint generated always as identity primary key,
  campaign_id bigint not null,
  micros bigint not null check (micros > 0),
  at timestamptz not null
);
create index event_losses_campaign on event_losses (campaign_id);
revoke update, delete, truncate on event_losses from litfass_app;
