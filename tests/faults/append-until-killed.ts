import { writeSync } from "node:fs";
import { openJournal } from "@litfass/events/index";
import { systemRandom } from "@litfass/platform/random";
import { faultEvent } from "./fault-event.ts";

/** Appends to the journal in `argv[2]` under load and prints each acknowledged event, until killed. */
const folder = process.argv[2]!;
const silent = { warn: () => {}, error: () => {} };
const journal = await openJournal(folder, {
  process: "delivery-1",
  random: systemRandom,
  log: silent,
  limits: { segmentEvents: 300, groupEvents: 40 },
});

async function appendOn(worker: number): Promise<void> {
  for (let count = 0; ; count++) {
    const auction = `${process.pid}-${worker}-${count}`;
    const sequence = await journal.append(faultEvent(count, auction));
    writeSync(1, `${sequence} ${auction}\n`);
  }
}

await Promise.all(Array.from({ length: 32 }, (_, worker) => appendOn(worker)));
