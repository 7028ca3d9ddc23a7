import { rootDomain } from "@litfass/adserver/index";
import { verificationMeta } from "@litfass/contract/publishers/publisher-sites";
import type { AdsTxt } from "@litfass/contract/supply/seller-records";
import type { Platform } from "@litfass/platform/platform";
import { type DefaultTreeAdapterTypes, parse, defaultTreeAdapter as tree } from "parse5";
import { readFileNow } from "../../supply/index.ts";
import { systemDomain } from "../show-publishers.ts";
import type { DueSite } from "./site-sql.ts";

/** `unreachable`: neither the file nor the page could be read, so nothing is known. */
export type Proof = { outcome: "proved" | "no_proof" | "unreachable"; detail: string };

const timeoutMs = 10_000;
const maxPageBytes = 2_000_000;

/**
 * Looks for the publisher's account in the files of the host and of its registered domain, or in the head of the site's
 * first page. Apps have only the file. Never throws.
 */
export async function findProof(platform: Platform, site: DueSite): Promise<Proof> {
  const system = systemDomain(platform.config);
  const details: string[] = [];
  let isRead = false;
  const kind = site.kind === "app" ? "app-ads.txt" : "ads.txt";
  for (const domain of new Set([site.domain, rootDomain(site.domain)])) {
    const { outcome, content, detail } = await readFileNow(platform, kind, domain);
    const { records } = (content ?? { records: [] }) as Pick<AdsTxt, "records">;
    const isListed = records.some(
      (record) => record.system === system && record.sellerId === site.sellerId && record.relationship === "direct",
    );
    if (isListed) return { outcome: "proved", detail: `${domain}/${kind}` };
    if (outcome !== "failed") isRead = true;
    details.push(`${domain}/${kind}: ${outcome === "read" ? "200" : detail}`);
  }
  if (site.kind === "site") {
    const page = await readPage(platform, site.domain, site.sellerId);
    if (page.outcome === "proved") return page;
    if (page.outcome === "no_proof") isRead = true;
    details.push(page.detail);
  }
  return { outcome: isRead ? "no_proof" : "unreachable", detail: details.join(", ").slice(0, 500) };
}

async function readPage({ egress }: Pick<Platform, "egress">, host: string, sellerId: string): Promise<Proof> {
  // Another site's page proves nothing about this one.
  const mayFollow = (_from: URL, to: URL): boolean => rootDomain(to.hostname) === rootDomain(host);
  let detail = "";
  for (const address of [`https://${host}/`, `http://${host}/`]) {
    try {
      const answer = await egress(address, { timeoutMs, maxBytes: maxPageBytes, mayFollow });
      if (answer.status === 200 && verificationsOf(answer.text()).includes(sellerId)) {
        return { outcome: "proved", detail: host };
      }
      detail = `${host}: ${answer.status}`;
      if (answer.status < 500) return { outcome: "no_proof", detail };
    } catch (error) {
      detail = `${host}: ${error instanceof Error ? error.message : String(error)}`;
    }
  }
  return { outcome: "unreachable", detail };
}

/** The seller IDs in a page's head. What readers wrote into its body does not count. */
function verificationsOf(html: string): string[] {
  const root = parse(html).childNodes.find((node) => tree.isElementNode(node) && node.tagName === "html");
  const head = (root as DefaultTreeAdapterTypes.Element | undefined)?.childNodes.find(
    (node): node is DefaultTreeAdapterTypes.Element => tree.isElementNode(node) && node.tagName === "head",
  );
  return (head?.childNodes ?? []).flatMap((node) => {
    if (!tree.isElementNode(node) || node.tagName !== "meta") return [];
    const textOf = (name: string) => node.attrs.find((each) => each.name === name)?.value.trim() ?? "";
    return textOf("name").toLowerCase() === verificationMeta ? [textOf("content")] : [];
  });
}
