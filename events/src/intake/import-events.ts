import type { NewAdEvent } from "@litfass/contract/events/ad-event";
import type { ClickHouse } from "@litfass/platform/clickhouse/clickhouse";
import { placesOf } from "../format/batch.ts";
import { readEventColumns } from "../format/event-columns.ts";
import { EventEncoder } from "../format/event-encoder.ts";
import { nativeBlock } from "../format/native-block.ts";
import { insertEvents } from "./event-sql.ts";

const eventsPerBatch = 100_000;

/**
 * Stores historical events such as those of demo campaigns, without settling. `source` replaces the process: the same
 * source and events change nothing within the deduplication window.
 */
export async function importEvents(
  clickhouse: ClickHouse,
  source: string,
  events: Iterable<NewAdEvent>,
): Promise<number> {
  let first = 0;
  let encoder = new EventEncoder();
  let count = 0;
  const insert = async () => {
    if (count === 0) return;
    const block = nativeBlock(readEventColumns(encoder.take(), count), source, first, placesOf(count));
    await insertEvents(clickhouse, { process: source, firstSequence: first, events: count }, block);
    first += count;
    count = 0;
    encoder = new EventEncoder();
  };
  for (const event of events) {
    encoder.add(event);
    count += 1;
    if (count === eventsPerBatch) await insert();
  }
  await insert();
  return first;
}
