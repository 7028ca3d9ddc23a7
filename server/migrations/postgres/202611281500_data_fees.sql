-- What the provider of an audience gets for each impression that it was used for: a part of the clearing price in percent, and
-- an amount per thousand impressions.
alter table audiences
  add column fee_percent numeric(5, 2) not null default 0 check (fee_percent between 0 and 100),
  add column fee_per_thousand numeric(9, 4) not null default 0 check (fee_per_thousand between 0 and 1000),
  add column fee_currency text not null default 'CHF' check (fee_currency ~ '^[A-Z]{3}$');
