-- Requests no longer take control characters and line breaks in names, keywords and addresses; what was saved before gets
-- spaces instead, so that it can be read and saved again.
CREATE FUNCTION pg_temp.on_one_line(given text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT btrim(regexp_replace(given, '[\u0001-\u001f\u007f-\u009f\u2028\u2029]+', ' ', 'g'))
$$;
-- Inside of JSON the lower ones are escaped, behind an even number of backslashes.
CREATE FUNCTION pg_temp.on_one_line(given jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT pg_temp.on_one_line(regexp_replace(given::text,
    '(?<!\\)((?:\\\\)*)\\(?:[bfnrt]|u00[01][0-9a-f])', '\1 ', 'g'))::jsonb
$$;

UPDATE campaigns SET targeting = pg_temp.on_one_line(targeting)
  WHERE targeting IS DISTINCT FROM pg_temp.on_one_line(targeting);
UPDATE campaigns SET feed_url = pg_temp.on_one_line(feed_url), destination_url = pg_temp.on_one_line(destination_url)
  WHERE (feed_url, destination_url) IS DISTINCT FROM (pg_temp.on_one_line(feed_url), pg_temp.on_one_line(destination_url));
UPDATE campaign_templates SET settings = pg_temp.on_one_line(settings)
  WHERE settings IS DISTINCT FROM pg_temp.on_one_line(settings);
UPDATE bulk_campaign_customers
  SET location = pg_temp.on_one_line(location), destination_url = pg_temp.on_one_line(destination_url)
  WHERE (location, destination_url) IS DISTINCT FROM (pg_temp.on_one_line(location), pg_temp.on_one_line(destination_url));
UPDATE users SET
    first_name = pg_temp.on_one_line(first_name), last_name = pg_temp.on_one_line(last_name),
    company_name = pg_temp.on_one_line(company_name), city = pg_temp.on_one_line(city),
    street = pg_temp.on_one_line(street), house_number = pg_temp.on_one_line(house_number),
    vat_number = pg_temp.on_one_line(vat_number)
  WHERE (first_name, last_name, company_name, city, street, house_number, vat_number)::text
    ~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]';
