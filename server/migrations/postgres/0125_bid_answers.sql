-- What was answered to chances to advertise, all processes together, by hour of UTC: "bid", or why there was none (see
-- server/src/delivery/no-bid.ts).
CREATE TABLE bid_answers (
  hour_at timestamptz NOT NULL,
  answer text NOT NULL,
  chances bigint NOT NULL,
  PRIMARY KEY (hour_at, answer)
) WITH (fillfactor = 70);
