import { lookup } from "node:dns/promises";
import { connect, type PeerCertificate } from "node:tls";
import { verifyMailServer } from "@litfass/platform/mail/verify-mail-server";
import { cardExaminer } from "../../modules/billing/index.ts";
import { type Check, callTimeoutMs, type Finding, failed, notConfigured, ok, warning, withTimeout } from "./check.ts";

const dayMs = 86_400_000;
const soonDays = 14;

export const origins: Check = {
  name: "public origins",
  run: ({ config: { publicUrl, adsUrl }, now }) =>
    Promise.all([checkOrigin("PUBLIC_URL", publicUrl, now()), checkOrigin("ADS_URL", adsUrl, now())]),
};

async function checkOrigin(name: string, url: string, now: Date): Promise<Finding> {
  const { hostname, protocol, port } = new URL(url);
  const addresses = await withTimeout(lookup(hostname, { all: true }), callTimeoutMs).catch(() => null);
  if (!addresses) return failed(`${name}: ${hostname} has no address`, "add the host name to the DNS");
  if (protocol !== "https:") return notConfigured(`${name}: ${url} has no TLS`);
  try {
    return judgeCertificate(name, await certificateOf(hostname, Number(port || 443)), now);
  } catch (error) {
    return failed(`${name}: no TLS at ${hostname}: ${(error as Error).message}`, "check the proxy and its certificate");
  }
}

type Certificate = Pick<PeerCertificate, "valid_to"> & { problem: string | null };

/** A certificate that browsers reject, or that ends soon. */
export function judgeCertificate(name: string, { valid_to, problem }: Certificate, now: Date): Finding {
  if (problem) return failed(`${name}: the certificate is rejected: ${problem}`, "install one that browsers accept");
  const days = Math.floor((Date.parse(valid_to) - now.getTime()) / dayMs);
  const found = `${name}: the certificate is valid for ${days} days`;
  if (days < 0) return failed(found, "renew it now");
  return days < soonDays ? warning(found, "renew it, and check the automatic renewal") : ok(found);
}

/** The certificate of a server, and the version of TLS that it chose. @throws if there is no TLS in time. */
export function certificateOf(host: string, port: number): Promise<Certificate & { protocol: string }> {
  return new Promise((resolve, reject) => {
    // A rejected certificate is read as well, to name the reason.
    const socket = connect({ host, port, servername: host, rejectUnauthorized: false, timeout: callTimeoutMs });
    socket.once("secureConnect", () => {
      const problem = socket.authorized ? null : String(socket.authorizationError);
      resolve({ valid_to: socket.getPeerCertificate().valid_to, problem, protocol: socket.getProtocol() ?? "unknown" });
      socket.destroy();
    });
    socket.once("timeout", () => socket.destroy(new Error("no answer in time")));
    socket.once("error", reject);
  });
}

export const mail: Check = {
  name: "mail server",
  async run({ config: { smtpUrl } }) {
    if (!smtpUrl) return notConfigured("without SMTP_URL no mail is sent");
    try {
      await verifyMailServer(smtpUrl, callTimeoutMs);
      return ok(`${new URL(smtpUrl).host} accepts the connection and sign-in`);
    } catch (error) {
      return failed(
        `${new URL(smtpUrl).host}: ${(error as Error).message}`,
        "check SMTP_URL; mail-test sends a test mail",
      );
    }
  },
};

export const cards: Check = {
  name: "card processor",
  async run({ config, fetch: send }) {
    const found = await cardExaminer(send)(config);
    switch (found.state) {
      case "none":
        return notConfigured("without STRIPE_SECRET_KEY customers pay by invoice");
      case "sandbox":
        return notConfigured("the sandbox simulates it");
      case "key_rejected":
        return failed("the key is rejected", "set STRIPE_SECRET_KEY to a valid key");
      case "unreadable":
        return warning(`it answers ${found.status}`, "its webhooks cannot be read with this key; check them there");
      case "no_webhook":
        return failed(`the key is valid, but no webhook calls ${found.webhook}`, "add it in the processor's dashboard");
      case "webhook_disabled":
        return failed(`the webhook ${found.webhook} is disabled`, "enable it in the dashboard");
      case "events_missing":
        return failed(
          `the webhook ${found.webhook} is not sent ${found.events.join(", ")}`,
          "select these events of it in the dashboard",
        );
      case "ok":
        return ok("the key is valid, and the webhook is enabled and sent every event that is applied");
    }
  },
};
