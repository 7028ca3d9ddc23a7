import type { FastifyInstance } from "fastify";
import type { Clock } from "../clock.ts";

/** The value of one euro around which the published rates move, in the order of the real file. */
const perEuro: [currency: string, rate: number][] = [
  ["USD", 1.1592],
  ["JPY", 179.84],
  ["CZK", 24.182],
  ["DKK", 7.4688],
  ["GBP", 0.8803],
  ["HUF", 381.55],
  ["PLN", 4.2375],
  ["RON", 5.0899],
  ["SEK", 11.0215],
  ["CHF", 0.9353],
  ["NOK", 11.7845],
  ["TRY", 49.1532],
  ["AUD", 1.7909],
  ["BRL", 6.2004],
  ["CAD", 1.6342],
  ["CNY", 8.2428],
  ["HKD", 9.0236],
];

/** Central European time without summer time, near enough for a publication in the afternoon. */
const frankfurtOffsetMs = 60 * 60 * 1000;
const publicationHour = 16;
const dayMs = 24 * 60 * 60 * 1000;

/**
 * The European Central Bank's reference rates of the last working day, as published: one XML file at a fixed path,
 * new at about 16:00 in Frankfurt, none on weekends.
 * @see https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates/
 */
export function rateRoutes(app: FastifyInstance, { clock }: { clock: Clock }): void {
  app.get("/ecb/stats/eurofxref/eurofxref-daily.xml", async (_request, reply) => {
    return reply.type("text/xml").send(fileOf(lastPublication(clock.now())));
  });
}

/** The day of the newest file at a moment, YYYY-MM-DD. */
export function lastPublication(now: Date): string {
  const local = new Date(now.getTime() + frankfurtOffsetMs);
  let day = new Date(local.getTime() - (local.getUTCHours() < publicationHour ? dayMs : 0));
  while (day.getUTCDay() === 0 || day.getUTCDay() === 6) day = new Date(day.getTime() - dayMs);
  return day.toISOString().slice(0, 10);
}

function fileOf(day: string): string {
  const rates = perEuro.map(([currency, rate], index) => {
    const moved = rate * (1 + 0.004 * Math.sin(Date.parse(day) / dayMs + index));
    return `\t\t\t<Cube currency='${currency}' rate='${Number(moved.toPrecision(5))}'/>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
\t<gesmes:subject>Reference rates</gesmes:subject>
\t<gesmes:Sender>
\t\t<gesmes:name>European Central Bank</gesmes:name>
\t</gesmes:Sender>
\t<Cube>
\t\t<Cube time='${day}'>
${rates.join("\n")}
\t\t</Cube>
\t</Cube>
</gesmes:Envelope>
`;
}
