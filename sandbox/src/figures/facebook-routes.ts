import { createHmac } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../clock.ts";
import type { Grants } from "../sign-in/grants.ts";
import type { Person } from "../sign-in/people.ts";
import { busynessOf, chanceOf, daysBetween, isDay } from "./days.ts";

type Search = { Querystring: Record<string, string | undefined> };

const permission = "ads_read";
/** The secret of the demo's app, with which calls prove their origin. */
const appSecret = "demo-meta-secret";
/** Pages have fewer items than requested, like the real ones may. */
const maxPageSize = 25;
const campaigns = [
  { name: "Followers in Bern", impressions: 5200, ctr: 0.011, cpm: 6.4 },
  { name: "Autumn shoes", impressions: 8800, ctr: 0.016, cpm: 7.1 },
  { name: "Reels, new in", impressions: 3900, ctr: 0.008, cpm: 5.2 },
];

/** The Marketing API's reports: ad accounts, and insights of campaigns by day. */
export function facebookInsightRoutes(app: FastifyInstance, { grants, clock }: { grants: Grants; clock: Clock }): void {
  // The Marketing API rejects every call without a version.
  for (const path of ["/meta/me/adaccounts", "/meta/:account/insights"]) {
    app.get(path, async (_request, reply) =>
      failed(
        reply,
        2635,
        "(#2635) You are calling a deprecated version of the Ads API. Please update to the latest version.",
      ),
    );
  }

  app.get<Search>("/meta/:version/me/adaccounts", async (request, reply) => {
    const person = readerOf(grants, request, reply);
    if (!person) return reply;
    return pageOf(request, [{ id: `act_${accountOf(person)}`, name: `${person.name} Ads`, currency: "CHF" }]);
  });

  app.get<Search & { Params: { account: string } }>("/meta/:version/:account/insights", async (request, reply) => {
    const person = readerOf(grants, request, reply);
    if (!person) return reply;
    if (request.params.account !== `act_${accountOf(person)}`) {
      const message = "Unsupported get request. Object does not exist or cannot be loaded due to missing permissions.";
      return failed(reply, 100, message, { type: "GraphMethodException", error_subcode: 33 });
    }
    const { time_range: range = "", time_increment: step, level } = request.query;
    const days = daysOf(range);
    if (!days || level !== "campaign" || step !== "1") return failed(reply, 100, "(#100) Invalid parameter");
    return pageOf(request, insightsOf(person, daysBetween(days.since, days.until, clock.now()), clock.now()));
  });
}

/** One page with its cursors; `next` only if another page follows. */
function pageOf<Item>(request: FastifyRequest<Search>, items: Item[]) {
  const start = Number(Buffer.from(request.query.after ?? "", "base64url").toString()) || 0;
  const end = start + Math.min(Number(request.query.limit ?? maxPageSize), maxPageSize);
  const cursor = (at: number): string => Buffer.from(String(at)).toString("base64url");
  const [path] = request.url.split("?");
  const next = end < items.length ? { next: `https://graph.facebook.com${path}?after=${cursor(end)}` } : {};
  return { data: items.slice(start, end), paging: { cursors: { before: cursor(start), after: cursor(end) }, ...next } };
}

/** The owner of the readable figures; null if an error was sent. */
function readerOf(grants: Grants, request: FastifyRequest<Search>, reply: FastifyReply): Person | null {
  const { access_token: token = "", appsecret_proof: proof } = request.query;
  const grant = grants.holderOf(token);
  const expected = createHmac("sha256", appSecret).update(token).digest("hex");
  const proofFailure = { type: "GraphMethodException" };
  if (grant?.provider !== "facebook") failed(reply, 190, "Invalid OAuth access token.");
  else if (proof === undefined) {
    failed(reply, 100, "API calls from the server require an appsecret_proof argument", proofFailure);
  } else if (proof !== expected) {
    failed(reply, 100, "Invalid appsecret_proof provided in the API argument", proofFailure);
  } else if (!grant.scope.split(" ").includes(permission)) {
    failed(reply, 200, "(#200) Ad account owner has NOT grant ads_management or ads_read permission");
  } else return grant.person;
  return null;
}

const failed = (reply: FastifyReply, code: number, message: string, more: object = {}): FastifyReply =>
  reply.code(400).send({ error: { message, type: "OAuthException", code, fbtrace_id: "sandbox", ...more } });

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

/** Numbers are strings, money is in units with decimals. */
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
