-- What a campaign advertises, declared to exchanges; without it, what its topics suggest.
alter table campaigns add column line_of_business text;
-- The lines of business that staff review before they run, and those that may not run.
alter table review_policy
  add column reviewed_lines text[] not null
    default '{adult,alcohol,cannabis,crypto,dating,gambling,pharma,politics,tobacco,weapons}',
  add column refused_lines text[] not null default '{}';
