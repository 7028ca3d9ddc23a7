import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A TCP address that leads to one server after another, as a floating address or a proxy does. */
export type SwitchingProxy = {
  port: number;
  /** Leads to another port of this machine from now on. Connections to the earlier one are cut. */
  leadTo(port: number): void;
  close(): Promise<void>;
};

export async function startSwitchingProxy(first: number): Promise<SwitchingProxy> {
  let target = first;
  const sockets = new Set<Socket>();
  const track = (socket: Socket, other: Socket): void => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      sockets.delete(socket);
      other.destroy();
    });
  };
  const server = createServer((near) => {
    const far = connect(target, "127.0.0.1");
    track(near, far);
    track(far, near);
    near.pipe(far);
    far.pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    leadTo(port) {
      target = port;
      cut();
    },
    async close() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
