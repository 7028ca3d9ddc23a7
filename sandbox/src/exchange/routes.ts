import type { FastifyInstance } from "fastify";
import { langOf, sendPage } from "../page.ts";
import { type Exchange, fastest } from "./exchange.ts";
import { publishers } from "./publishers.ts";

const texts = {
  title: ["Exchange", "Exchange"],
  lead: [
    "{publishers} invented publishers ask for bids; invented visitors see and click what wins. The same seed gives the same people.",
    "{publishers} erfundene Publisher fragen nach Geboten; erfundene Besucher sehen und klicken, was gewinnt. Der gleiche Seed ergibt die gleichen Leute.",
  ],
  speed: ["Requests per second", "Anfragen pro Sekunde"],
  requests: ["Requests", "Anfragen"],
  bids: ["Bids", "Gebote"],
  wins: ["Won", "Gewonnen"],
  impressions: ["Impressions", "Einblendungen"],
  viewable: ["Viewable", "Sichtbar"],
  clicks: ["Clicks", "Klicks"],
  last: ["Last auctions", "Letzte Auktionen"],
  time: ["Time", "Zeit"],
  site: ["Site or app", "Website oder App"],
  city: ["City", "Stadt"],
  size: ["Size", "Grösse"],
  outcome: ["Outcome", "Ergebnis"],
  away: [
    "The delivery process does not answer. The exchange tries again.",
    "Der Delivery-Prozess antwortet nicht. Die Exchange versucht es wieder.",
  ],
} as const;

/** The exchange's page, its state and its speed. */
export function exchangeRoutes(app: FastifyInstance, exchange: Exchange, publicUrl: string): void {
  app.get("/exchange", async (request, reply) => {
    const lang = langOf(request);
    const say = (key: keyof typeof texts) => texts[key][lang === "de" ? 1 : 0];
    const counters = (["requests", "bids", "wins", "impressions", "viewable", "clicks"] as const)
      .map((key) => `<div><span>${say(key)}</span><b data-counter="${key}">0</b></div>`)
      .join("");
    const { requestsPerSecond } = exchange.state();
    return sendPage(reply, {
      lang,
      publicUrl,
      here: "/exchange",
      title: say("title"),
      script: "/exchange.js",
      body: `<h1>${say("title")}</h1><p class="lead">${say("lead").replace("{publishers}", String(publishers.length))}</p>
<p class="warn" data-away hidden>${say("away")}</p>
<div class="sheet"><label class="speed"><span>${say("speed")}: <output>${requestsPerSecond}</output></span><input type="range" min="0" max="200" step="5" value="${requestsPerSecond}"></label></div>
<div class="sheet figures">${counters}</div>
<h2>${say("last")}</h2>
<div class="sheet scroll"><table><thead><tr><th>${say("time")}</th><th>${say("site")}</th><th>${say("city")}</th><th>${say("size")}</th><th>${say("outcome")}</th><th class="right">CPM</th></tr></thead><tbody></tbody></table></div>`,
    });
  });
  app.get("/exchange/state", async () => exchange.state());
  app.post("/exchange/speed", async (request, reply) => {
    const { requestsPerSecond } = (request.body ?? {}) as { requestsPerSecond?: number };
    if (typeof requestsPerSecond !== "number" || !(requestsPerSecond >= 0 && requestsPerSecond <= fastest)) {
      return reply.code(422).send({ message: `requestsPerSecond is a number from 0 to ${fastest}` });
    }
    exchange.setSpeed(requestsPerSecond);
    return exchange.state();
  });
  app.get("/exchange/sample", async (request, reply) => {
    const query = request.query as { count?: string; seed?: string };
    const count = Number(query.count ?? 100);
    const seed = Number(query.seed ?? 1);
    if (!Number.isInteger(count) || count < 1 || count > 20_000 || !Number.isInteger(seed)) {
      return reply.code(422).send({ message: "count is 1 to 20000, seed a whole number" });
    }
    return exchange.sample(count, seed);
  });
}
