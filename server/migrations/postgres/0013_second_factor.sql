-- The second factor at sign-in: codes of an authenticator app, and recovery codes for when it is lost.

CREATE TABLE second_factors (
  uid text PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  sealed_secret text NOT NULL,
  -- null: begun, but no code was given yet
  confirmed_at timestamptz,
  -- the time step of the last code that counted: none counts twice
  last_step bigint,
  created_at timestamptz NOT NULL
);

CREATE TABLE recovery_codes (
  uid text NOT NULL REFERENCES second_factors ON DELETE CASCADE,
  code_hash text NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (uid, code_hash)
);

-- A sign-in whose identity token was good and whose second factor is still to come.
CREATE TABLE sign_in_challenges (
  id_hash text PRIMARY KEY,
  uid text NOT NULL REFERENCES users ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX sign_in_challenges_uid ON sign_in_challenges (uid);
CREATE INDEX sign_in_challenges_expires_at ON sign_in_challenges (expires_at);
