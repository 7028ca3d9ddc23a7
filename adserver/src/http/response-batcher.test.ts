import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { expect, test } from "vitest";
import { unsentAnswers } from "./connection-limits.ts";
import { newResponseBatcher } from "./response-batcher.ts";
import { answerReader } from "./testing-connection.ts";

test("a response that is still unsent is not overwritten by the next batch", async () => {
  const bodies: string[] = [];
  const read = answerReader(({ body }) => bodies.push(body.toString()));
  const server = createServer((socket) => socket.on("data", read)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const batcher = newResponseBatcher(unsentAnswers());
  // Until the connection is open, the socket refers to what it has to send, as with a client that reads slowly.
  const socket: Socket = connect(port, "127.0.0.1");
  for (const letter of ["a", "b", "c"]) {
    batcher.add(socket, { status: 200, headers: {}, body: letter.repeat(100) });
    batcher.send();
  }
  await expect.poll(() => bodies.length).toBe(3);
  expect(bodies).toEqual(["a", "b", "c"].map((letter) => letter.repeat(100)));
  socket.destroy();
  server.close();
});
