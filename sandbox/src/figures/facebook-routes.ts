import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../clock.ts";
import type { Grants } from "../sign-in/grants.ts";
import type { Person } from "../sign-in/people.ts";
import { busynessOf, chanceOf, daysBetween, isDay } from "./days.ts";

type Search = { Querystring: Record<string, string | undefined> };

const base = "/meta";
const scope = "ads_read";
const campaigns = [
  { name: "Followers in Bern", impressions: 5200, ctr: 0.011, cpm: 6.4 },
  { name: "Autumn shoes", impressions: 8800, ctr: 0.016, cpm: 7.1 },
  { name: "Reels, new in", impressions: 3900, ctr: 0.008, cpm: 5.2 },
];

/** The Marketing API, as far as reports go: ad accounts and insights of campaigns by day. */
export function facebookInsightRoutes(app: FastifyInstance, { grants, clock }: { grants: Grants; clock: Clock }): void {
  app.get<Search>(`${base}/me/adaccounts`, async (request, reply) => {
    const person = admitted(request, reply);
    if (!person) return reply;
    const data = [{ id: `act_${accountOf(person)}`, name: `${person.name} Ads`, currency: "CHF" }];
    return { data, paging: { cursors: { before: "MA", after: "MA" } } };
  });

  app.get<Search & { Params: { account: string } }>(`${base}/:account/insights`, async (request, reply) => {
    const person = admitted(request, reply);
    if (!person) return reply;
    const { time_range: range = "", time_increment: step, level, limit = "25", after = "0" } = request.query;
    const days = daysOf(range);
    const isAsked = level === "campaign" && step === "1" && request.params.account === `act_${accountOf(person)}`;
    if (!days || !isAsked) return failed(reply, 100, "Unsupported get request.");
    const rows = insightsOf(person, daysBetween(days.since, days.until, clock.now()), clock.now());
    const start = Number(after);
    const end = start + Number(limit);
    const next = end < rows.length ? { next: `${base}/${request.params.account}/insights?after=${end}` } : {};
    return { data: rows.slice(start, end), paging: { cursors: { before: after, after: String(end) }, ...next } };
  });

  /** Whose figures may be read; null where the answer was given. */
  function admitted(request: FastifyRequest<Search>, reply: FastifyReply): Person | null {
    const grant = grants.holderOf(request.query.access_token ?? "");
    if (grant?.provider !== "facebook") failed(reply, 190, "Invalid OAuth access token.");
    else if (!grant.scope.includes(scope)) failed(reply, 200, "Requires ads_read permission.");
    else return grant.person;
    return null;
  }
}

const failed = (reply: FastifyReply, code: number, message: string): FastifyReply =>
  reply.code(400).send({ error: { message, type: "OAuthException", code } });

const accountOf = (person: Person): number => 200_000_000 + chanceOf("facebook", person.id).below(90_000_000);

function daysOf(range: string): { since: string; until: string } | null {
  try {
    const { since, until } = JSON.parse(range) as Record<string, unknown>;
    return typeof since === "string" && typeof until === "string" && isDay(since) && isDay(until)
      ? { since, until }
      : null;
  } catch {
    return null;
  }
}

/** Numbers are texts there, money in units with decimals. */
const insightsOf = (person: Person, days: string[], now: Date) =>
  days.flatMap((day) =>
    campaigns.map(({ name, impressions, ctr, cpm }, at) => {
      const seen = Math.round(impressions * busynessOf(day, now, "facebook", person.id, name));
      return {
        campaign_id: `${accountOf(person)}0${at}`,
        campaign_name: name,
        impressions: String(seen),
        clicks: String(Math.round(seen * ctr)),
        spend: ((seen / 1000) * cpm).toFixed(2),
        date_start: day,
        date_stop: day,
      };
    }),
  );
