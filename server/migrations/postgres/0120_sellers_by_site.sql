-- The order in which staff read the list of sellers.
CREATE INDEX sellers_site ON sellers (site, system, seller_id);
