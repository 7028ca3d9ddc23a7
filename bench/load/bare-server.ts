import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

const listening = (listener: RequestListener): Promise<number> => {
  const server = createServer(listener);
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port)));
};

/** The baseline of bidding: the time node:http takes to read and parse the body and to send 1 KB. */
export function serveBarePost(): Promise<number> {
  const answer = Buffer.alloc(1024, 120);
  return listening((request, response) => {
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
}

/** The baseline of tracking: every GET returns a pixel. */
export function serveBareGet(): Promise<number> {
  const pixel = Buffer.from("R0lGODlhAQABAIAAAAAAAAAAACH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");
  return listening((_, response) => {
    response.writeHead(200, { "content-type": "image/gif", "content-length": pixel.length });
    response.end(pixel);
  });
}
