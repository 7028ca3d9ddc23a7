import type { Egress, EgressAnswer } from "@litfass/platform/egress/egress";
import { parseAdsTxt, rootDomain } from "./ads-txt.ts";
import { parseSellersJson } from "./sellers-json.ts";

export const sellerFileKinds = ["ads.txt", "app-ads.txt", "sellers.json"] as const;
export type SellerFileKind = (typeof sellerFileKinds)[number];

/** What came of asking for a file. `detail` is for people. */
export type Reading = { outcome: "read" | "absent" | "failed"; detail: string; content: object | null };

/** Addresses of a domain's file, the first that answers counts. */
export type SellerFileAddresses = (kind: SellerFileKind, domain: string) => string[];

const timeoutMs = 10_000;
const mostBytes = { "ads.txt": 2_000_000, "app-ads.txt": 2_000_000, "sellers.json": 20_000_000 };

/** Encrypted first, as ads.txt 1.1 wants; where that gives no answer, in the open. */
export const publicAddresses: SellerFileAddresses = (kind, domain) => [
  `https://${domain}/${kind}`,
  `http://${domain}/${kind}`,
];

/** Redirects within the registered domain are followed, and one to somewhere else, behind which it stays. */
function redirectRule(address: string): (from: URL, to: URL) => boolean {
  const root = rootDomain(new URL(address).hostname);
  let left = false;
  return (from, to) => {
    if (rootDomain(to.hostname) === root) return !left;
    if (left) return rootDomain(to.hostname) === rootDomain(from.hostname) && to.hostname === from.hostname;
    left = true;
    return true;
  };
}

/** Asks for a file. Never throws: what went wrong is the outcome. A 4xx says that there is none; others may pass. */
export async function readSellerFile(
  egress: Egress,
  addresses: SellerFileAddresses,
  kind: SellerFileKind,
  domain: string,
): Promise<Reading> {
  let last: Reading = { outcome: "failed", detail: "", content: null };
  for (const address of addresses(kind, domain)) {
    try {
      const mayFollow = redirectRule(address);
      const answer = await egress(address, { timeoutMs, maxBytes: mostBytes[kind], mayFollow });
      last = readingOf(kind, answer);
      if (last.outcome !== "failed") return last;
    } catch (error) {
      last = { outcome: "failed", detail: error instanceof Error ? error.message : String(error), content: null };
    }
  }
  return last;
}

function readingOf(kind: SellerFileKind, answer: EgressAnswer): Reading {
  const { status } = answer;
  if (status >= 400 && status < 500 && status !== 429) return { outcome: "absent", detail: `${status}`, content: null };
  if (status !== 200) return { outcome: "failed", detail: `${status}`, content: null };
  const isPage = /^text\/html/i.test(answer.headers.get("content-type") ?? "");
  // A site that answers everything with a page has no such file.
  if (isPage) return { outcome: "absent", detail: "text/html", content: null };
  const content = kind === "sellers.json" ? parseSellersJson(answer.text()) : parseAdsTxt(answer.text());
  return { outcome: "read", detail: "", content };
}
