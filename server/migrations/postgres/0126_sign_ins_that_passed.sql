-- Which sign-in passed its second factor, so that the identity protocol can ask for one, and the code that undoes a
-- change of address.
ALTER TABLE identity_refresh_tokens
  -- Names the sign-in in its ID tokens.
  ADD COLUMN sign_in_id text UNIQUE,
  ADD COLUMN second_factor_at timestamptz;
ALTER TABLE sign_in_challenges ADD COLUMN sign_in_id text;

ALTER TABLE identity_codes DROP CONSTRAINT identity_codes_request_type_check;
ALTER TABLE identity_codes ADD CONSTRAINT identity_codes_request_type_check
  CHECK (request_type IN
    ('VERIFY_EMAIL', 'PASSWORD_RESET', 'EMAIL_SIGNIN', 'VERIFY_AND_CHANGE_EMAIL', 'RECOVER_EMAIL'));
