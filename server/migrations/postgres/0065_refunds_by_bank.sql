-- A refund that the card processor refuses is paid by bank transfer: staff note it, with an entry from the card's account to the bank's.
alter table card_refunds drop constraint card_refunds_state_check;
alter table card_refunds add constraint card_refunds_state_check check (state in ('asked', 'done', 'refused', 'by_bank'));
alter table card_refunds add column bank_entry_id bigint unique references ledger_entries (id);
alter table card_refunds add constraint card_refund_by_bank check ((state = 'by_bank') = (bank_entry_id is not null));
create index card_refunds_refused on card_refunds (answered_at desc, id) where state = 'refused';
