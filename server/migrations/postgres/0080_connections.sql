-- Accounts at services outside whose figures a user brings here: one of each service.
CREATE TABLE connections (
  uid text NOT NULL REFERENCES users ON DELETE CASCADE,
  service text NOT NULL CHECK (service IN ('google_analytics', 'google_ads', 'facebook')),
  -- whose account it is there, and how people call it
  subject text NOT NULL,
  account_name text NOT NULL,
  sealed_tokens text NOT NULL,
  connected_at timestamptz NOT NULL,
  fetched_at timestamptz,
  -- the provider no longer takes the tokens: the consent ended
  broken_at timestamptz,
  PRIMARY KEY (uid, service)
);
CREATE INDEX connections_latest ON connections (service, connected_at DESC, uid);
CREATE INDEX connections_subject ON connections (subject);
