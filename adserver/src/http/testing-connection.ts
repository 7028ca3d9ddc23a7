import { connect, type Socket } from "node:net";

/** A client of the ads origin that pipelines requests on one connection, for tests at a real socket. */

export type ReceivedAnswer = { status: number; head: string; body: Buffer };

export const postRequest = (target: string, body: string | Buffer, ...headers: string[]): Buffer =>
  Buffer.concat([
    Buffer.from(
      [
        `POST ${target} HTTP/1.1`,
        "Host: ads.example",
        `Content-Length: ${Buffer.byteLength(body)}`,
        ...headers,
        "",
        "",
      ].join("\r\n"),
    ),
    Buffer.from(body),
  ]);

export const getRequest = (target: string, ...headers: string[]): Buffer =>
  Buffer.from([`GET ${target} HTTP/1.1`, "Host: ads.example", ...headers, "", ""].join("\r\n"));

/** Splits the received bytes into responses. */
export function answerReader(onAnswer: (answer: ReceivedAnswer) => void): (chunk: Buffer) => void {
  let chunks: Buffer[] = [];
  let bytes = 0;
  let requestedBytes = 0;
  return (chunk) => {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes < requestedBytes) return;
    let rest = Buffer.concat(chunks);
    requestedBytes = 0;
    for (;;) {
      const headEnd = rest.indexOf("\r\n\r\n");
      if (headEnd < 0) break;
      const head = rest.toString("latin1", 0, headEnd);
      const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]);
      if (Number.isNaN(status)) throw new Error(`no answer begins with: ${head.slice(0, 200)}`);
      const end = headEnd + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (rest.length < end) {
        requestedBytes = end;
        break;
      }
      onAnswer({ status, head, body: rest.subarray(headEnd + 4, end) });
      rest = rest.subarray(end);
    }
    chunks = [rest];
    bytes = rest.length;
  };
}

/** Sends the pieces one after the other and resolves with this number of responses in order. */
export function exchange(port: number, pieces: Buffer[], answers: number): Promise<ReceivedAnswer[]> {
  return new Promise((resolve, reject) => {
    const received: ReceivedAnswer[] = [];
    const socket: Socket = connect({ port, host: "127.0.0.1", noDelay: true });
    const read = answerReader((answer) => {
      received.push(answer);
      if (received.length < answers) return;
      socket.destroy();
      resolve(received);
    });
    socket.on("connect", () => {
      for (const piece of pieces) socket.write(piece);
    });
    socket.on("data", (chunk) => {
      try {
        read(chunk);
      } catch (error) {
        socket.destroy();
        reject(error);
      }
    });
    socket.on("error", reject);
    socket.on("close", () => reject(new Error(`closed after ${received.length} of ${answers} answers`)));
  });
}
