-- What running campaigns show already counts as approved.
insert into creative_reviews (campaign_id, owner_uid, kind, status, creatives, destination_url, submitted_at, decided_at)
select c.id, c.owner_uid, 'start', 'approved', s.payload -> 'creatives', coalesce(c.destination_url, ''),
       s.published_at, s.published_at
from campaigns c
join campaign_snapshots s on s.campaign_id = c.id
where c.status in ('ACTIVE', 'PAUSED') and not exists (select 1 from creative_reviews r where r.campaign_id = c.id);
