import { rmSync } from "node:fs";
import path from "node:path";
import { openJournal } from "../../server/src/events/index.ts";
import { createLog } from "../../server/src/platform/log.ts";
import { systemRandom } from "../../server/src/platform/random.ts";
import { benchBidder, serveBidder } from "../bidding/serve-bidder.ts";
import { serveBareGet, serveBarePost } from "./bare-server.ts";
import { tellProcessorTime } from "./child.ts";

/** Process of its own that serves: `bare-post`, `bare-get`, `bidder <campaigns>` or `tracker <campaigns> <folder>`. */
const [role, campaigns, folder = ""] = process.argv.slice(2);

async function serveTracker(): Promise<number> {
  const log = createLog({ level: "error", process: "bench" });
  const journal = await openJournal(path.join(folder, "journal"), { process: "bench", random: systemRandom, log });
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  return serveBidder(benchBidder(Number(campaigns), (event) => journal.append(event)));
}

tellProcessorTime();
process.on("disconnect", () => process.exit(0));
if (role === "bare-post") console.log(await serveBarePost());
else if (role === "bare-get") console.log(await serveBareGet());
else if (role === "tracker") console.log(await serveTracker());
else console.log(await serveBidder(benchBidder(Number(campaigns))));
