-- The term of a plan that was sold; rows without one are of earlier releases, whose plans ran three months.
alter table payments add column plan_months smallint;
alter table manual_invoices add column plan_months smallint;
