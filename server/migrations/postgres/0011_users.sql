-- The people of the platform: advertisers and staff.

CREATE TABLE users (
  uid text PRIMARY KEY,
  email text,
  email_verified_at timestamptz,
  full_name text NOT NULL DEFAULT '',
  display_name text NOT NULL DEFAULT '',
  first_name text,
  last_name text,
  company_name text,
  company_logo_key text,
  photo_url text,
  user_type text NOT NULL DEFAULT 'company' CHECK (user_type IN ('company', 'agency', 'branches')),
  role text NOT NULL DEFAULT 'customer' CHECK (role IN ('super_admin', 'admin', 'tech_admin', 'accountant',
    'campaign_manager', 'sales', 'customer', 'advanced_advertiser')),
  -- null: profile never completed, 1 invited, 2 active, 3 disabled, 4 archived.
  status smallint CHECK (status BETWEEN 1 AND 4),
  -- The status to come back to when an archived user is restored.
  status_before_archive smallint,
  country_code text CHECK (country_code ~ '^[A-Z]{2}$'),
  postal_code text,
  city text,
  street text,
  house_number text,
  vat_number text,
  terms_accepted_at timestamptz,
  allows_promotion boolean NOT NULL DEFAULT false,
  lang text NOT NULL DEFAULT 'en' CHECK (lang IN ('en', 'de')),
  time_zone text NOT NULL DEFAULT 'Europe/Zurich',
  sign_in_providers text[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX users_email ON users (lower(email));
CREATE INDEX users_role ON users (role, created_at);

-- How a sign-in finds its user: by provider and subject, never by e-mail alone.
CREATE TABLE user_identities (
  provider text NOT NULL,
  subject text NOT NULL,
  uid text NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (provider, subject)
);
CREATE INDEX user_identities_uid ON user_identities (uid);

-- Which account manager looks after which customers.
CREATE TABLE customer_assignments (
  sales_uid text NOT NULL REFERENCES users ON DELETE CASCADE,
  customer_uid text NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (sales_uid, customer_uid)
);
CREATE INDEX customer_assignments_customer_uid ON customer_assignments (customer_uid);

ALTER TABLE sessions ADD FOREIGN KEY (uid) REFERENCES users ON DELETE CASCADE;
