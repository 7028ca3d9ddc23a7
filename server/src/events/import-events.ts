import type { NewAdEvent } from "@litfass/contract/ad-event";
import type { ClickHouse } from "../platform/clickhouse.ts";
import { insertEvents } from "./event-sql.ts";

const eventsPerBatch = 20_000;

/**
 * Stores events of the past that no journal holds, such as the history of demo campaigns; nothing is settled for them.
 * `source` takes the place of the process: the same source and events again change nothing while the event store
 * remembers the batches.
 */
export async function importEvents(
  clickhouse: ClickHouse,
  source: string,
  events: Iterable<NewAdEvent>,
): Promise<number> {
  let sequence = 0;
  let lines: string[] = [];
  const insert = async () => {
    if (lines.length === 0) return;
    const name = { process: source, firstSequence: sequence - lines.length, events: lines.length };
    await insertEvents(clickhouse, name, Buffer.from(lines.join("")));
    lines = [];
  };
  for (const event of events) {
    lines.push(`${JSON.stringify({ ...event, process: source, sequence })}\n`);
    sequence += 1;
    if (lines.length === eventsPerBatch) await insert();
  }
  await insert();
  return sequence;
}
