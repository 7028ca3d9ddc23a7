-- A renewal whose card was refused is told by mail, once for each end of a package.
alter table billing_reminders drop constraint billing_reminders_kind_check;
alter table billing_reminders add constraint billing_reminders_kind_check
  check (kind in ('near_end', 'low_balance', 'renewal_declined'));
