import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { fastify } from "fastify";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { limitBodyTime } from "./body-time.ts";

const app = fastify();
const sockets: Socket[] = [];
beforeAll(async () => {
  limitBodyTime(app as never);
  app.addContentTypeParser("multipart/form-data", (_request, _payload, done) => done(null));
  app.post("/body", async () => "read");
  app.post("/form", async () => "not read");
  app.post("/waiting", async () => new Promise<void>(() => {}));
  await app.listen({ port: 0, host: "127.0.0.1" });
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  vi.useRealTimers();
});
afterAll(() => app.close());

/** Sends the head of a request and a part of its body. */
async function begin(path: string, type: string, part = "{"): Promise<Socket> {
  const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1").on("error", () => {});
  sockets.push(socket);
  const received = once(app.server, "request");
  socket.write(`POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: ${type}\r\ncontent-length: 100\r\n\r\n${part}`);
  await received;
  return socket;
}
const isClosed = (socket: Socket) => expect.poll(() => socket.closed).toBe(true);
const form = "multipart/form-data; boundary=a";

test("closes the connection of a client that sends its body too slowly", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const socket = await begin("/body", "application/json");
  vi.advanceTimersByTime(29_999);
  socket.write(" ");
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(1);
  vi.useRealTimers();
  await isClosed(socket);
});

test("gives a form with files more time, but not after its answer", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const waiting = await begin("/waiting", form);
  expect(vi.getTimerCount()).toBe(0);
  const answered = await begin("/form", form);
  await once(answered, "data");
  vi.advanceTimersByTime(30_000);
  vi.useRealTimers();
  await isClosed(answered);
  expect(waiting.closed).toBe(false);
});

test("leaves a connection whose body arrived in time open", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const socket = await begin("/body", "application/json", JSON.stringify("x".repeat(98)));
  await once(socket, "data");
  vi.advanceTimersByTime(60_000);
  vi.useRealTimers();
  const again = once(socket, "data");
  socket.write("POST /body HTTP/1.1\r\nhost: a\r\ncontent-length: 0\r\n\r\n");
  expect(String(await again)).toContain("read");
});
