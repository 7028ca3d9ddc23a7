import { rmSync } from "node:fs";
import path from "node:path";
import type { AdServer } from "@litfass/adserver/serving/ad-server";
import { createRouter } from "@litfass/adserver/serving/router";
import { openJournal } from "@litfass/events/index";
import { createLog } from "@litfass/platform/log/log";
import { systemRandom } from "@litfass/platform/random";
import { bodies } from "../bidding/bodies.ts";
import { benchBidder, serveBidder } from "../bidding/serve-bidder.ts";
import { serveBareGet, serveBarePost } from "./bare-server.ts";
import { tellProcessorTime } from "./child.ts";

/** A separate process that serves: `bare-post`, `bare-get`, `bidder <campaigns>` or `tracker <campaigns> <folder>`. */
const [role, campaigns, folder = ""] = process.argv.slice(2);

const warmRequests = 50_000;

async function serveTracker(): Promise<number> {
  const log = createLog({ level: "error", process: "bench" });
  const journal = await openJournal(path.join(folder, "journal"), { process: "bench", random: systemRandom, log });
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  return serveBidder(benchBidder(Number(campaigns), (event) => journal.append(event)));
}

/** Enough requests to fully compile a bidder; the baseline needs a tenth of it. */
function warmed(bidder: AdServer): AdServer {
  const router = createRouter(bidder, { exchanges: [{ name: "bench" }] });
  const requests = bodies(2_048).map((body) => Buffer.from(body));
  for (let i = 0; i < warmRequests; i++) {
    const body = requests[i % requests.length]!;
    router.post({ method: "POST", path: "/openrtb2/bench/bid", query: "", headers: {}, body, ip: "127.0.0.1" });
  }
  return bidder;
}

tellProcessorTime();
process.on("disconnect", () => process.exit(0));
if (role === "bare-post") console.log(await serveBarePost());
else if (role === "bare-get") console.log(await serveBareGet());
else if (role === "tracker") console.log(await serveTracker());
else console.log(await serveBidder(warmed(benchBidder(Number(campaigns)))));
