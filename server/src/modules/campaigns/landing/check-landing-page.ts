import { rootDomain } from "@litfass/adserver/index";
import { type Egress, EgressError } from "@litfass/platform/egress/egress";

/** `insecure`: browsers warn of the certificate. `malware`: the page or a redirect to it is on the operator's list. */
export type LandingOutcome = "ok" | "unreachable" | "insecure" | "malware";

/**
 * What visitors find at a link. `domain` is the registrable one after all redirects; null if none answered.
 * `isCertain`: visitors find the same; a page that only does not answer may block data centers.
 */
export type LandingFinding = { outcome: LandingOutcome; detail: string; domain: string | null; isCertain: boolean };

const timeoutMs = 8_000;
const maxBytes = 3_000_000;
const maxRedirects = 8;
/** Pages that answer browsers, but not every program. */
const refusingPrograms = new Set([401, 403, 405, 406, 429]);
const certificateCodes = /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_|EPROTO/;

/**
 * Opens a link like a visitor, with HEAD and if that fails with GET. Private addresses are refused, also after
 * redirects. Never throws.
 */
export const landingPageChecker =
  (egress: Egress, isMalware: (host: string) => boolean) =>
  async (url: string): Promise<LandingFinding> => {
    const head = await open(egress, "HEAD", url, isMalware);
    return head.outcome === "unreachable" ? open(egress, "GET", url, isMalware) : head;
  };

async function open(
  egress: Egress,
  method: "HEAD" | "GET",
  url: string,
  isMalware: (host: string) => boolean,
): Promise<LandingFinding> {
  let host = new URL(url).hostname;
  const listed = (name: string): LandingFinding => ({
    outcome: "malware",
    detail: name,
    domain: rootDomain(name),
    isCertain: true,
  });
  if (isMalware(host)) return listed(host);
  const mayFollow = (_from: URL, to: URL): boolean => {
    host = to.hostname;
    return !isMalware(host);
  };
  try {
    const { status } = await egress(url, { method, timeoutMs, maxBytes, maxRedirects, mayFollow });
    const isOk = status < 400 || refusingPrograms.has(status);
    return {
      outcome: isOk ? "ok" : "unreachable",
      detail: `${host}: ${status}`,
      domain: rootDomain(host),
      isCertain: true,
    };
  } catch (error) {
    if (!(error instanceof EgressError)) throw error;
    if (isMalware(host)) return listed(host);
    const code = String((error.cause as NodeJS.ErrnoException | undefined)?.code ?? "");
    const isInsecure = certificateCodes.test(code);
    // Without a cause the egress client itself refused the call, for example to a private address.
    const isCertain = isInsecure || error.cause === undefined || code === "ENOTFOUND";
    return { outcome: isInsecure ? "insecure" : "unreachable", detail: error.message, domain: null, isCertain };
  }
}
