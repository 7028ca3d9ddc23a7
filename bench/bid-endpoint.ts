import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:http";
import { connect } from "node:net";
import os from "node:os";
import type { CampaignSnapshot } from "@litfass/contract/snapshot";
import { decisionRandom } from "../server/src/delivery/decision-random.ts";
import { createDelivery } from "../server/src/delivery/delivery.ts";
import { createEngine, swapIndex } from "../server/src/delivery/engine.ts";
import { compileIndex } from "../server/src/delivery/index-compile.ts";
import { pace } from "../server/src/delivery/pacing-loop.ts";
import { createRouter } from "../server/src/delivery/router.ts";
import { serve } from "../server/src/delivery/server.ts";
import { systemClock } from "../server/src/platform/clock.ts";
import { createLog } from "../server/src/platform/log.ts";
import { systemRandom } from "../server/src/platform/random.ts";

/**
 * Bid requests a second of the whole bidder (1,000 active campaigns; decision, signed markup, answer) against a bare
 * node:http server that parses the same body and answers 1 KB. One core for the server, one for the client, both in one
 * run, in turns.
 */
const campaigns = 1_000;
const connections = 32;
const roundMs = Number(process.env.BENCH_ROUND_MS ?? 3_000);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const dayMs = 86_400_000;

const agents = [
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Safari/537.36",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 Version/18.4 Mobile/15E148 Safari/604.1",
];
const regions = ["ZH", "BE", "VD", "GE", "BS", "LU", "SG", "TI"];
const categories = ["IAB1", "IAB2", "IAB3-1", "IAB9", "IAB12-2", "IAB17", "IAB19", "IAB20-3"];

function snapshotOf(id: number, now: number): CampaignSnapshot {
  const pick = <T>(values: T[], of: number): T[] => (id % 3 === 0 ? [] : [values[(id * of) % values.length]!]);
  return {
    campaignId: id,
    ownerUid: `owner-${id % 200}`,
    name: `Campaign ${id}`,
    version: 1,
    startAt: new Date(now - dayMs).toISOString(),
    endAt: new Date(now + 30 * dayMs).toISOString(),
    timeZone: "Europe/Zurich",
    currency: "CHF",
    budgetMicros: "900000000000000",
    priceMicros: "25000",
    strategy: id % 2 === 0 ? "awareness" : "performance",
    pacing: "even",
    destinationUrl: `https://shop-${id}.example/`,
    advertiserDomain: `shop-${id}.example`,
    iabCategories: ["IAB22"],
    targeting: {
      countries: id % 2 === 0 ? ["CH"] : [],
      regions: id % 2 === 0 ? [] : pick(regions, 3).map((region) => `CH-${region}`),
      cities: [],
      zips: [],
      radii: id % 10 === 0 ? [{ latitude: 47.37, longitude: 8.54, radiusKm: 30 }] : [],
      devices: pick(["computer", "smartphone"], 1),
      browsers: [],
      languages: id % 5 === 0 ? ["fr"] : ["de"],
      environments: [],
      categories: pick(categories, 5),
      keywords: id % 20 === 0 ? ["garden", `word ${id}`] : [],
      hours: [],
      siteAllow: id % 25 === 0 ? [`site-${id % 40}.example`] : [],
      siteBlock: id % 11 === 0 ? ["blocked.example"] : [],
      audiences: [],
      ages: [],
      genders: [],
      parental: [],
      incomes: [],
      remarketing: false,
    },
    creatives: (
      [
        [300, 250],
        [728, 90],
        [160, 600],
      ] as const
    ).map(([width, height]) => ({
      uuid: `7f0cfb4a-0000-4000-8000-${String(id).padStart(12, "0")}`,
      format: `${width}x${height}`,
      width,
      height,
      fileHash: "a".repeat(40),
      kind: "html",
    })),
  };
}

/** Bodies as exchanges send them, about 1.4 KB each. */
function bodies(): string[] {
  return Array.from({ length: 64 }, (_, i) =>
    JSON.stringify({
      id: `7c1b8f6e-${String(i).padStart(4, "0")}-4a51-9d3e-7f2a9b1c0d${String(i).padStart(2, "0")}`,
      at: 1,
      tmax: 250,
      cur: ["CHF", "EUR"],
      imp: [
        {
          id: "1",
          tagid: `slot-${i % 8}`,
          bidfloor: 1.5,
          bidfloorcur: "CHF",
          secure: 1,
          banner: {
            w: 300,
            h: 250,
            pos: 1,
            format: [
              { w: 300, h: 250 },
              { w: 336, h: 280 },
            ],
            battr: [1, 3, 8, 9],
            api: [5, 6, 7],
          },
          metric: [{ type: "viewability", value: 0.93, vendor: "exchange" }],
          ext: { gpid: `/1234/news/article-${i % 8}`, viewability: 0.93, tid: "2ff3c7d1-55c1-4c67-a2f7-0b5b1d8a2a11" },
        },
      ],
      site: {
        id: `site-${i % 40}`,
        domain: `site-${i % 40}.example`,
        page: `https://www.site-${i % 40}.example/article/a-garden-for-spring-${i}.html`,
        ref: "https://www.search.example/",
        cat: [categories[i % categories.length], "IAB12"],
        keywords: "garden,spring,balcony,plants",
        publisher: { id: `pub-${i % 20}`, domain: `site-${i % 40}.example` },
        content: { language: "de", title: "A garden for spring" },
      },
      device: {
        ua: agents[i % agents.length],
        ip: `192.0.2.${i}`,
        language: "de",
        w: 1920,
        h: 1080,
        devicetype: i % 2 === 0 ? 2 : 4,
        os: "Windows",
        geo: {
          country: "CHE",
          region: regions[i % regions.length],
          city: "Zürich",
          zip: "8001",
          lat: 47.37,
          lon: 8.54,
          type: 2,
        },
      },
      user: { id: `visitor-${i}`, buyeruid: `b-${i}`, data: [{ id: "p", segment: [{ id: "s1" }, { id: "s2" }] }] },
      regs: { gdpr: 0, coppa: 0 },
      bcat: ["IAB25", "IAB26", "IAB7-39"],
      badv: ["blocked-1.example", "blocked-2.example"],
      source: {
        tid: "f3e1c2a9",
        schain: { complete: 1, ver: "1.0", nodes: [{ asi: "exchange.example", sid: "1", hp: 1 }] },
      },
    }),
  );
}

async function serveBidder(): Promise<number> {
  const engine = createEngine({ clock: systemClock, random: decisionRandom(systemRandom) });
  const now = Date.now();
  const snapshots = Array.from({ length: campaigns }, (_, i) => snapshotOf(i + 1, now));
  swapIndex(engine, compileIndex(snapshots));
  const dayOn = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Zurich" }).format(now);
  for (const { campaignId, budgetMicros } of snapshots) {
    const lease = {
      id: `7f0cfb4a-0000-4000-8000-${campaignId}`,
      campaignId,
      dayOn,
      grantedMicros: Number(budgetMicros),
    };
    engine.leases.current.set(campaignId, { ...lease, consumedMicros: 0, expiresAtMs: now + dayMs });
    engine.states.get(campaignId)!.evenDayMicros = Number(budgetMicros);
  }
  pace(engine);
  setInterval(() => pace(engine), 400);
  const delivery = createDelivery({
    engine,
    process: "bench-0123456789ab",
    adsUrl: "https://ads.example",
    signingSecret: "a secret for benchmarks, long enough",
    append: async () => {},
    loadFile: async () => null,
    findSnapshot: async () => null,
    isReady: () => true,
    load: { waitMs: () => 0, isOver: () => false, stop: () => {} },
  });
  const log = createLog({ level: "warn", process: "bench" });
  const router = createRouter(delivery, { exchanges: ["bench"] });
  return (await serve(router, { host: "127.0.0.1", port: 0, isProxy: () => false, log })).port;
}

/** The floor: what node:http itself takes to read and parse the body and to send 1 KB back. */
function serveFloor(): Promise<number> {
  const answer = Buffer.alloc(1024, 120);
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const parsed = JSON.parse(Buffer.concat(chunks).toString()) as { id: string };
      response.writeHead(parsed.id ? 200 : 400, {
        "content-type": "application/json",
        "content-length": answer.length,
      });
      response.end(answer);
    });
  });
  return new Promise((resolve) =>
    server.listen(0, "127.0.0.1", () => resolve((server.address() as { port: number }).port)),
  );
}

type Round = { requests: number; withBody: number; bytes: number };

/** Keeps every connection busy with one request at a time. */
async function drive(port: number, durationMs: number): Promise<Round> {
  const requests = bodies().map((body) =>
    Buffer.from(
      `POST /openrtb2/bench/bid HTTP/1.1\r\nhost: ads.example\r\ncontent-type: application/json\r\n` +
        `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    ),
  );
  const round: Round = { requests: 0, withBody: 0, bytes: 0 };
  const untilMs = performance.now() + durationMs;
  const one = (first: number): Promise<void> =>
    new Promise((resolve, reject) => {
      let next = first;
      let waiting = 0;
      let head = "";
      const socket = connect({ port, host: "127.0.0.1", noDelay: true }, () => socket.write(requests[next % 64]!));
      const done = () => {
        round.requests++;
        if (performance.now() >= untilMs) {
          socket.destroy();
          return resolve();
        }
        next++;
        socket.write(requests[next % 64]!);
      };
      socket.on("error", reject);
      socket.on("data", (chunk) => {
        round.bytes += chunk.length;
        if (waiting > 0) {
          waiting -= chunk.length;
          if (waiting <= 0) done();
          return;
        }
        head += chunk.toString("latin1");
        const end = head.indexOf("\r\n\r\n");
        if (end < 0) return;
        const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
        if (length > 0) round.withBody++;
        waiting = length - (head.length - end - 4);
        head = "";
        if (waiting <= 0) done();
      });
    });
  await Promise.all(Array.from({ length: connections }, (_, i) => one(i * 2)));
  return round;
}

const hasTaskset = os.platform() === "linux" && os.availableParallelism() > 1;

/** This file again, in a process of its own and, where the system can, on a core of its own. */
function child(role: string, core: number, args: string[] = []): ChildProcess {
  const command = [process.execPath, import.meta.filename, role, ...args];
  const pinned = hasTaskset ? ["taskset", "-c", String(core), ...command] : command;
  return spawn(pinned[0]!, pinned.slice(1), { stdio: ["ignore", "pipe", "inherit", "ipc"] });
}

const firstLine = (from: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    from.stdout!.once("data", (data: Buffer) => resolve(String(data).trim()));
    from.once("exit", (code) => reject(new Error(`ended with ${code} before it said anything`)));
  });

/** Microseconds of processor time a process has taken so far. */
const cpuOf = (from: ChildProcess): Promise<number> =>
  new Promise((resolve) => {
    from.once("message", (micros) => resolve(Number(micros)));
    from.send("cpu");
  });

async function compare(): Promise<void> {
  const servers = { floor: child("floor", 0), bidder: child("bidder", 0) };
  try {
    const ports = { floor: await firstLine(servers.floor), bidder: await firstLine(servers.bidder) };
    const best = { floor: 0, bidder: 0 };
    const cpu = { floor: Number.POSITIVE_INFINITY, bidder: Number.POSITIVE_INFINITY };
    let shareOfBids = 0;
    let answerBytes = 0;
    for (let round = 0; round <= rounds; round++) {
      for (const name of ["floor", "bidder"] as const) {
        const before = await cpuOf(servers[name]);
        const client = child("client", 1, [ports[name], String(roundMs)]);
        const result = JSON.parse(await firstLine(client)) as Round & { perSecond: number };
        const micros = ((await cpuOf(servers[name])) - before) / result.requests;
        if (round > 0) {
          best[name] = Math.max(best[name], result.perSecond);
          cpu[name] = Math.min(cpu[name], micros);
        }
        if (name === "bidder") {
          shareOfBids = result.withBody / result.requests;
          answerBytes = result.bytes / result.requests;
        }
      }
    }
    console.log(`bare node:http (parse, 1 KB back): ${Math.round(best.floor)} requests/s`);
    console.log(
      `bid endpoint, ${campaigns} campaigns:     ${Math.round(best.bidder)} requests/s, ` +
        `${(shareOfBids * 100).toFixed(0)}% with a bid, ${Math.round(answerBytes)} bytes an answer`,
    );
    const perRequest = `${cpu.floor.toFixed(0)} and ${cpu.bidder.toFixed(0)} µs of processor time a request`;
    console.log(`ratio: ${(best.bidder / best.floor).toFixed(2)} (one core for the server, one for the client)`);
    console.log(`ratio by processor time: ${(cpu.floor / cpu.bidder).toFixed(2)} (${perRequest})`);
  } finally {
    for (const server of Object.values(servers)) server.kill();
  }
}

process.on("message", () => {
  const { user, system } = process.cpuUsage();
  process.send?.(user + system);
});
const [role, port, durationMs] = process.argv.slice(2);
if (role === "floor") console.log(await serveFloor());
else if (role === "bidder") console.log(await serveBidder());
else if (role === "client") {
  const startedMs = performance.now();
  const round = await drive(Number(port), Number(durationMs));
  console.log(JSON.stringify({ ...round, perSecond: (round.requests / (performance.now() - startedMs)) * 1000 }));
  process.exit(0);
} else await compare();
