import type { AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerDataStream } from "smtp-server";
import type { MailStore } from "./mail-store.ts";

export type Smtp = { port: number; stop(): Promise<void> };

const largestMailBytes = 25 * 1024 * 1024;
const closeTimeoutMs = 1000;

async function readAll(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Accepts every mail from anyone to anyone, and acknowledges it once stored. */
export async function startSmtp(mails: MailStore, host: string, port: number): Promise<Smtp> {
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    disableReverseLookup: true,
    size: largestMailBytes,
    closeTimeout: closeTimeoutMs,
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? "anyone" }),
    onData(stream, session, done) {
      const from = session.envelope.mailFrom === false ? "" : session.envelope.mailFrom.address;
      const to = session.envelope.rcptTo.map(({ address }) => address);
      readAll(stream)
        .then((source) => {
          if (stream.sizeExceeded) throw Object.assign(new Error("The mail is too large"), { responseCode: 552 });
          return mails.add(source, from, to);
        })
        .then(
          (id) => done(null, `Kept as ${id}`),
          (error: Error) => done(error),
        );
    },
  });
  server.on("error", (error) => console.error("A mail connection failed:", error.message));
  const listening = await new Promise<AddressInfo>((resolve, reject) => {
    server.server.once("error", reject);
    const socket = server.listen(port, host, () => resolve(socket.address() as AddressInfo));
  });
  return { port: listening.port, stop: () => new Promise((resolve) => server.close(() => resolve())) };
}
