-- Staff sort the campaigns of all customers: one page of each order without reading them all.
create index campaigns_start on campaigns (start_on, id desc);
create index campaigns_end on campaigns (end_on, id desc);
create index campaigns_budget on campaigns (total_budget_micros, id desc);
create index campaigns_status on campaigns (status, id desc);
-- When a campaign was last started or resumed.
create index campaign_changes_status on campaign_changes (campaign_id, at) where action in ('activated', 'status');
