import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { addressesOf, someAgent, testRequest } from "@litfass/adserver/testing/testing-ad-server";
import { billedHundredths, withPrice } from "@litfass/adserver/testing/testing-market";
import { trafficSite } from "../support/traffic.ts";
import type { ApiSession } from "./api-session.ts";

type Kind = "win" | "impression" | "viewable" | "click";
type Won = { price: number; nurl: string; burl: string; adm: string };

export type ProxiedTraffic = {
  /** Auctions by the kind of the call that was answered: its event is on disk, or the call waits in the database. */
  accepted: Record<Kind, Set<string>>;
  /** The exchange's own sum of what it bills, in micros. */
  billedHundredths: bigint;
  /** Names of domain lists that the API created. */
  created: Set<string>;
  calls: number;
  /** Calls that failed once. */
  repeated: string[];
  /** Calls that failed twice. */
  failed: string[];
  stop(): Promise<void>;
};

const visitors = 2;
const pauseMs = 200;
const clickEvery = 3;
const apiPauseMs = 300;
const timeoutMs = 20_000;

/**
 * Visitors, an exchange of first-price auctions and a signed-in customer who call through the proxy, and repeat a failed call once. `mark` tells several
 * apart.
 */
export function startProxiedTraffic(adsUrl: string, session: ApiSession, uid: string, mark = ""): ProxiedTraffic {
  let isGoing = true;
  let auctions = 0;
  const accepted = {
    win: new Set<string>(),
    impression: new Set<string>(),
    viewable: new Set<string>(),
    click: new Set<string>(),
  };
  const traffic: ProxiedTraffic = {
    accepted,
    billedHundredths: 0n,
    created: new Set(),
    calls: 0,
    repeated: [],
    failed: [],
    async stop() {
      isGoing = false;
      await Promise.all(running);
    },
  };

  async function repeatOnce<Answer>(name: string, call: () => Promise<Answer>): Promise<Answer | null> {
    traffic.calls += 1;
    for (const failures of [traffic.repeated, traffic.failed]) {
      try {
        return await call();
      } catch (error) {
        failures.push(
          `${name} at ${new Date().toISOString()}: ${String(error)} ${String((error as Error).cause ?? "")}`,
        );
      }
    }
    return null;
  }

  async function visit(name: string, address: string, init: RequestInit = {}): Promise<Response | null> {
    return repeatOnce(name, async () => {
      const headers = { "user-agent": someAgent, ...init.headers };
      const signal = AbortSignal.timeout(timeoutMs);
      const response = await fetch(address, { redirect: "manual", ...init, headers, signal });
      if (response.status < 400) return response;
      throw new Error(`answers ${response.status}`);
    });
  }

  async function follow(auction: string, kind: Kind, address: string): Promise<void> {
    const response = await visit(kind, address);
    await response?.arrayBuffer();
    if (response) accepted[kind].add(auction);
  }

  async function oneAd(): Promise<void> {
    const number = ++auctions;
    const request = testRequest({ at: 1, user: { id: `reader-${mark}${number}` }, site: { domain: trafficSite } });
    const response = await visit("bid", `${adsUrl}/openrtb2/sandbox/bid`, {
      method: "POST",
      body: JSON.stringify(request),
    });
    if (response?.status !== 200) return;
    const bid = ((await response.json()) as { seatbid: { bid: Won[] }[] }).seatbid[0]?.bid[0];
    if (!bid) return;
    const { impression, viewable, click } = addressesOf(bid.adm);
    await follow(request.id, "win", withPrice(bid.nurl, bid.price));
    await follow(request.id, "impression", impression);
    if (await visit("bill", withPrice(bid.burl, bid.price))) traffic.billedHundredths += billedHundredths(bid.price);
    await follow(request.id, "viewable", viewable);
    if (number % clickEvery === 0) await follow(request.id, "click", click);
  }

  async function oneChange(): Promise<void> {
    const name = `List ${mark}${traffic.created.size + traffic.failed.length + 1}`;
    const body = { name, kind: "blocklist", domains: ["blocked.example"] };
    const key = randomUUID();
    const list = await repeatOnce("create list", () => session.call("POST", `/channels/${uid}`, body, key));
    if (list !== null) traffic.created.add(name);
    await repeatOnce("read lists", () => session.call("GET", `/channels/${uid}`));
  }

  const loop = async (turn: () => Promise<void>, ms: number): Promise<void> => {
    while (isGoing) {
      await turn();
      await wait(ms);
    }
  };
  const running = [...Array.from({ length: visitors }, () => loop(oneAd, pauseMs)), loop(oneChange, apiPauseMs)];
  return traffic;
}
