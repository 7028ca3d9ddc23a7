import { connect } from "node:net";

export type Load = {
  port: number;
  /** Whole HTTP messages; each connection takes them in turn from a place of its own. */
  requests: Buffer[];
  connections: number;
  durationMs: number;
  /** Requests a second, whatever the answers take; without it every connection asks as soon as it is answered. */
  perSecond?: number;
};

/** Waits are from the moment at which a request was due until its whole answer was there, in ms, ascending. */
export type Round = { requests: number; withBody: number; bytes: number; seconds: number; waitsMs: Float64Array };

const mostWaits = 1_000_000;

/** Puts load on a server of this machine, with one request at a time on each connection. */
export async function drive({ port, requests, connections, durationMs, perSecond }: Load): Promise<Round> {
  const waits = new Float64Array(mostWaits);
  const round: Round = { requests: 0, withBody: 0, bytes: 0, seconds: 0, waitsMs: waits };
  const startMs = performance.now();
  const untilMs = startMs + durationMs;
  const idle: (() => void)[] = [];
  let given = 0;
  /** When the next request is due; undefined while none is. */
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
      let missing = 0;
      let head = "";
      const socket = connect({ port, host: "127.0.0.1", noDelay: true }, () => ask());
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
        socket.write(requests[next++ % requests.length]!);
      };
      const done = (): void => {
        waits[round.requests++ % mostWaits] = performance.now() - dueMs;
        ask();
      };
      socket.on("error", reject);
      socket.on("data", (chunk) => {
        round.bytes += chunk.length;
        if (missing > 0) {
          missing -= chunk.length;
          if (missing <= 0) done();
          return;
        }
        head += chunk.toString("latin1", 0, Math.min(chunk.length, 2048));
        const end = head.indexOf("\r\n\r\n");
        if (end < 0) return;
        const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
        if (length > 0) round.withBody++;
        missing = length - (chunk.length - end - 4);
        head = "";
        if (missing <= 0) done();
      });
    });
  const ticker = setInterval(() => {
    const over = performance.now() >= untilMs;
    for (const ask of idle.splice(0, over ? idle.length : connections)) ask();
  }, 1);
  await Promise.all(Array.from({ length: connections }, (_, i) => one(i * 61)));
  clearInterval(ticker);
  round.seconds = (performance.now() - startMs) / 1000;
  round.waitsMs = waits.subarray(0, Math.min(round.requests, mostWaits)).sort();
  return round;
}
