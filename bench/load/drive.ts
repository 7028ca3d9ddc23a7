import { connect } from "node:net";

export type Load = {
  port: number;
  /** Complete HTTP messages; each connection cycles through them from its own position. */
  requests: Buffer[];
  connections: number;
  /** Returns what is sent in place of a message. */
  change?: (message: Buffer) => Buffer;
  durationMs: number;
  /**
   * Requests per second, independent of response times; without it every connection sends as soon as it gets a
   * response.
   */
  perSecond?: number;
  /** Earlier requests are not counted, because this process needs a warm-up too. */
  settleMs?: number;
};

/** Waits from the time a request was due until its complete response, in ms, ascending. */
export type Round = { requests: number; withBody: number; bytes: number; seconds: number; waitsMs: Float64Array };

const maxWaits = 1_000_000;

const maxHeadBytes = 1_024;
const headEnd = Buffer.from("\r\n\r\n");
const lengthName = Buffer.from("content-length: ");
const capitalLengthName = Buffer.from("Content-Length: ");

/** The content length in a head; 0 if missing. */
function contentLength(head: Buffer, end: number): number {
  const lines = head.subarray(0, end);
  let at = lines.indexOf(lengthName);
  if (at < 0) at = lines.indexOf(capitalLengthName);
  if (at < 0) return 0;
  let length = 0;
  for (at += lengthName.length; at < end && head[at]! >= 0x30 && head[at]! <= 0x39; at++) {
    length = length * 10 + head[at]! - 0x30;
  }
  return length;
}

/** Generates load on a server of this machine, with one request at a time per connection. */
export async function drive(load: Load): Promise<Round> {
  const { port, requests, connections, perSecond, settleMs = 0, change } = load;

  const waits = new Float64Array(maxWaits);
  const arrived = Buffer.alloc(64 * 1024);
  const round: Round = { requests: 0, withBody: 0, bytes: 0, seconds: 0, waitsMs: waits };
  const startMs = performance.now();
  const fromMs = startMs + settleMs;
  const untilMs = fromMs + load.durationMs;
  const idle: (() => void)[] = [];
  let given = 0;
  /** When the next request is due; undefined if none is. */
  const nextDue = (): number | undefined => {
    const nowMs = performance.now();
    if (perSecond === undefined) return nowMs;
    const dueMs = startMs + (given / perSecond) * 1000;
    if (dueMs > nowMs) return undefined;
    given++;
    return dueMs;
  };
  const one = (first: number): Promise<void> =>
    new Promise((resolve, reject) => {
      let next = first;
      let dueMs = 0;
      const head = Buffer.alloc(maxHeadBytes);
      /** The current response: received bytes, and its length once known. */
      let here = 0;
      let whole = 0;
      const take = (length: number): void => {
        round.bytes += length;
        if (here < maxHeadBytes) arrived.copy(head, here, 0, length);
        here += length;
        if (whole === 0) {
          const end = head.subarray(0, here).indexOf(headEnd);
          if (end < 0) return;
          const bodyBytes = contentLength(head, end);
          if (bodyBytes > 0) round.withBody++;
          whole = end + headEnd.length + bodyBytes;
        }
        if (here < whole) return;
        here = 0;
        whole = 0;
        done();
      };
      const socket = connect(
        {
          port,
          host: "127.0.0.1",
          noDelay: true,
          // Reused memory, because garbage collection would stall the client.
          onread: {
            buffer: arrived,
            callback(length) {
              take(length);
              return true;
            },
          },
        },
        () => ask(),
      );
      const ask = (): void => {
        if (performance.now() >= untilMs) {
          socket.destroy();
          resolve();
          return;
        }
        const due = nextDue();
        if (due === undefined) {
          idle.push(ask);
          return;
        }
        dueMs = due;
        const message = requests[next++ % requests.length]!;
        socket.write(change ? change(message) : message);
      };
      const done = (): void => {
        if (dueMs >= fromMs) waits[round.requests++ % maxWaits] = performance.now() - dueMs;
        ask();
      };
      socket.on("error", reject);
    });
  const ticker = setInterval(() => {
    const over = performance.now() >= untilMs;
    for (const ask of idle.splice(0, over ? idle.length : connections)) ask();
  }, 1);
  await Promise.all(Array.from({ length: connections }, (_, i) => one(i * 61)));
  clearInterval(ticker);
  round.seconds = (performance.now() - fromMs) / 1000;
  round.waitsMs = waits.subarray(0, Math.min(round.requests, maxWaits)).sort();
  return round;
}
