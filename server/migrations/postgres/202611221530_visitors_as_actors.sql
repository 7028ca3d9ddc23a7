-- Visitors without a session change things too: they sign up, and open accounts. Their addresses are not kept.
ALTER TABLE audit_entries
  DROP CONSTRAINT audit_entries_actor,
  ADD CONSTRAINT audit_entries_actor CHECK (
    (actor_kind IN ('user', 'api_key') AND actor_uid IS NOT NULL)
    OR (actor_kind IN ('job', 'operator', 'visitor') AND actor_uid IS NULL));
