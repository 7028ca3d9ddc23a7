-- The built-in identity provider: accounts, their social identities, keys, refresh tokens and mailed codes.

CREATE TABLE identity_accounts (
  local_id text PRIMARY KEY,
  -- Lower case; null for an account without an address.
  email text UNIQUE,
  email_verified boolean NOT NULL DEFAULT false,
  display_name text,
  photo_url text,
  password_hash text,
  password_updated_at timestamptz,
  email_link_sign_in boolean NOT NULL DEFAULT false,
  disabled boolean NOT NULL DEFAULT false,
  -- Tokens of an earlier generation no longer count: it rises when the password or the address changes.
  generation integer NOT NULL DEFAULT 1,
  valid_since timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  last_login_at timestamptz,
  last_refresh_at timestamptz
);

CREATE TABLE identity_providers (
  provider_id text NOT NULL,
  raw_id text NOT NULL,
  local_id text NOT NULL REFERENCES identity_accounts ON DELETE CASCADE,
  email text,
  display_name text,
  photo_url text,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (provider_id, raw_id),
  UNIQUE (local_id, provider_id)
);

CREATE TABLE identity_refresh_tokens (
  token_hash text PRIMARY KEY,
  local_id text NOT NULL REFERENCES identity_accounts ON DELETE CASCADE,
  sign_in_provider text NOT NULL,
  claims jsonb NOT NULL DEFAULT '{}',
  -- The account's generation when the token was given out.
  generation integer NOT NULL,
  auth_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX identity_refresh_tokens_local_id ON identity_refresh_tokens (local_id);
CREATE INDEX identity_refresh_tokens_expires_at ON identity_refresh_tokens (expires_at);

CREATE TABLE identity_codes (
  code_hash text PRIMARY KEY,
  request_type text NOT NULL
    CHECK (request_type IN ('VERIFY_EMAIL', 'PASSWORD_RESET', 'EMAIL_SIGNIN', 'VERIFY_AND_CHANGE_EMAIL')),
  email text NOT NULL,
  new_email text,
  local_id text REFERENCES identity_accounts ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX identity_codes_local_id ON identity_codes (local_id);
CREATE INDEX identity_codes_expires_at ON identity_codes (expires_at);

CREATE TABLE identity_keys (
  kid text PRIMARY KEY,
  -- PKCS #8, sealed with a key that is derived from the installation's signing secret.
  sealed_private_key text NOT NULL,
  public_jwk jsonb NOT NULL,
  created_at timestamptz NOT NULL
);

CREATE TABLE sessions (
  -- SHA-256 of the cookie's value.
  id_hash text PRIMARY KEY,
  uid text NOT NULL,
  created_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX sessions_uid ON sessions (uid);
CREATE INDEX sessions_expires_at ON sessions (expires_at);

-- Counters of rate-limiter-flexible; `expire` is in milliseconds since 1970.
CREATE TABLE identity_limits (
  key varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);
