import { type AddressInfo, createServer } from "node:net";
import { expect, test } from "vitest";
import { freePort } from "./free-port.ts";

test("ports for later servers differ and are never those of outgoing connections", async () => {
  const ports = await Promise.all(Array.from({ length: 200 }, () => freePort()));
  expect(new Set(ports).size).toBe(200);
  // Linux hands out local ports of connections from 32768 on, macOS and Windows from 49152 on.
  expect(Math.max(...ports)).toBeLessThan(32_768);
  expect(Math.min(...ports)).toBeGreaterThan(1024);
});

test("a port in use and a port returned before are passed over", async () => {
  const taken = await freePort();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const { port: used } = server.address() as AddressInfo;
    // Other programs of this machine may use some of the later ones.
    const later = Array.from({ length: 50 }, (_, at) => taken + 1 + at);
    const picks = [used, taken, ...later];
    expect(later).toContain(await freePort(() => picks.shift() ?? 0));
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
});
