import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A TCP proxy to a server that is `delayMs` farther away: half of it in each direction. */
export async function startSlowProxy(target: { host: string; port: number }, delayMs: number) {
  const sockets = new Set<Socket>();
  const pass = (from: Socket, to: Socket): void => {
    sockets.add(from);
    const later = (act: () => void): void => void setTimeout(act, delayMs / 2);
    from.setNoDelay(true);
    from.on("data", (chunk) => later(() => to.destroyed || to.write(chunk)));
    from.on("close", () => later(() => to.destroy()));
    from.on("error", () => from.destroy());
  };
  const server = createServer((near) => {
    const far = connect(target);
    pass(near, far);
    pass(far, near);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
