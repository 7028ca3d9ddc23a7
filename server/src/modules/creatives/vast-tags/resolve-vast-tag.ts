import { fillVastMacros } from "@litfass/contract/creatives/vast-macros";
import { maxTagWrappers, type VastAnswer } from "@litfass/contract/creatives/vast-tags";
import type { MessageKey } from "@litfass/contract/kernel/messages";
import { isHostIn } from "@litfass/contract/settings/third-party-hosts";
import { EgressError } from "@litfass/platform/egress/egress";
import type { Platform } from "@litfass/platform/platform";
import type { WorkerQueue } from "@litfass/platform/worker/worker-pool";
import type { VastDocument } from "./read-vast-task.ts";

/** Why a tag cannot be used, as a message with its value. Those that `mayPass` may be a matter of time or place. */
export type VastProblem = { code: MessageKey; value: string; mayPass: boolean };
export type VastResult = { answer: VastAnswer; problem?: never } | { answer?: never; problem: VastProblem };

const timeoutMs = 5_000;
const maxBytes = 500_000;
const maxRedirects = 4;
/** The cachebuster of a check, which counts as no impression: no player reports one. */
const cachebuster = "10000001";

class Refusal extends Error {
  readonly problem: VastProblem;
  constructor(code: MessageKey, value = "", mayPass = false) {
    super(code);
    this.problem = { code, value, mayPass };
  }
}

/**
 * Follows a VAST tag as a player would, through wrappers to one video: only by https, only to allowed hosts, within
 * limits of time and size. Never throws for what others answer.
 */
export async function resolveVastTag(tools: Platform, url: string, allowed: readonly string[]): Promise<VastResult> {
  try {
    return { answer: await follow(tools, url, allowed) };
  } catch (error) {
    if (error instanceof Refusal) return { problem: error.problem };
    throw error;
  }
}

/** Reads a document in a worker thread, because it is untrusted. */
export const readVast = (workers: WorkerQueue, text: string): Promise<VastDocument> =>
  workers.run<VastDocument>(new URL("./read-vast-task.ts", import.meta.url), text);

async function follow(tools: Platform, first: string, allowed: readonly string[]): Promise<VastAnswer> {
  const seen = new Set<string>();
  const hosts = new Set<string>();
  let version = 2;
  for (let url = first; ; ) {
    if (seen.has(url)) throw new Refusal("vast_tag.loop", hostOf(url));
    seen.add(url);
    if (seen.size > maxTagWrappers + 1) throw new Refusal("vast_tag.too_deep", String(maxTagWrappers));
    const document = await readVast(tools.workers, await fetchText(tools, url, allowed, hosts));
    if (document.kind === "none") throw new Refusal("vast_tag.no_ad", "", true);
    if (document.kind === "unreadable") throw new Refusal("vast_tag.unreadable", hostOf(url));
    if (document.kind === "several") throw new Refusal("vast_tag.several");
    version = Math.max(version, document.version);
    for (const host of document.hosts) hosts.add(host);
    checkCalls([...hosts], document.insecure, allowed);
    if (document.kind === "wrapper") {
      url = document.url;
      continue;
    }
    const { media, adSystem, clicks } = document;
    const duration = Math.round(document.duration);
    if (duration < 1) throw new Refusal("vast_tag.not_linear");
    if (!media.some(({ width, height }) => width > 0 && height > 0)) throw new Refusal("vast_tag.no_media");
    return {
      ...{ version, wrappers: seen.size - 1, hosts: [...hosts].sort(), ad_system: adSystem.slice(0, 100), duration },
      media: media.filter(({ width, height }) => width > 0 && height > 0),
      click_host: clicks[0] === undefined ? null : hostOf(clicks[0]),
      click_url: clicks[0] !== undefined && /^https?:/i.test(clicks[0]) && URL.canParse(clicks[0]) ? clicks[0] : null,
    };
  }
}

function checkCalls(hosts: string[], insecure: string[], allowed: readonly string[]): void {
  if (insecure[0] !== undefined) throw new Refusal("vast_tag.insecure", insecure[0].slice(0, 120));
  const refused = hosts.filter((host) => !isHostIn(host, allowed));
  if (refused.length > 0) throw new Refusal("vast_tag.host", refused.slice(0, 5).join(", "));
}

/** The text behind an address; the hosts of redirects are called by players, too. */
async function fetchText(
  { egress, clock }: Platform,
  address: string,
  allowed: readonly string[],
  hosts: Set<string>,
): Promise<string> {
  const values = { cachebuster, atMs: clock.now().getTime(), site: "", gdpr: "0", gdprConsent: "" };
  const url = fillVastMacros(address, { ...values, siteKind: "site" });
  if (!URL.canParse(url)) throw new Refusal("vast_tag.address");
  let refused: Refusal | undefined;
  const check = ({ protocol, hostname, href }: URL): void => {
    checkCalls([hostname], protocol === "https:" ? [] : [href], allowed);
    hosts.add(hostname);
  };
  const mayFollow = (_from: URL, to: URL): boolean => {
    try {
      check(to);
    } catch (error) {
      if (error instanceof Refusal) refused = error;
      return false;
    }
    return true;
  };
  check(new URL(url));
  try {
    const { status, text } = await egress(url, { timeoutMs, maxBytes, maxRedirects, mayFollow });
    if (status === 204) throw new Refusal("vast_tag.no_ad", "", true);
    if (status < 200 || status > 299) throw new Refusal("vast_tag.unreachable", `${hostOf(url)}: ${status}`, true);
    return text();
  } catch (error) {
    if (refused !== undefined) throw refused;
    if (error instanceof EgressError) throw new Refusal("vast_tag.unreachable", error.message, true);
    throw error;
  }
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : url.slice(0, 100));
