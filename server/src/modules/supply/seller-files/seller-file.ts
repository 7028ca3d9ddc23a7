import { rootDomain } from "@litfass/adserver/index";
import type { Egress, EgressAnswer } from "@litfass/platform/egress/egress";
import { parseAdsTxt } from "./ads-txt.ts";
import { parseSellersJson } from "./sellers-json.ts";

export const sellerFileKinds = ["ads.txt", "app-ads.txt", "sellers.json"] as const;
export type SellerFileKind = (typeof sellerFileKinds)[number];

/** The outcome of a request for a file. `detail` is shown to staff. */
export type Reading = { outcome: "read" | "absent" | "failed"; detail: string; content: object | null };

/** Addresses of a domain's file, tried in order. */
export type SellerFileAddresses = (kind: SellerFileKind, domain: string) => string[];

const timeoutMs = 10_000;
const maxBytesByKind = { "ads.txt": 2_000_000, "app-ads.txt": 2_000_000, "sellers.json": 20_000_000 };

/** HTTPS first, as ads.txt 1.1 requires, then HTTP. */
export const publicAddresses: SellerFileAddresses = (kind, domain) => [
  `https://${domain}/${kind}`,
  `http://${domain}/${kind}`,
];

/** Follows redirects within the registrable domain and one redirect out of it, as ads.txt 1.1 allows. */
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

/** Requests a file. Never throws. A 4xx except 429 means that the file is absent; other errors are temporary. */
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
      const answer = await egress(address, { timeoutMs, maxBytes: maxBytesByKind[kind], mayFollow });
      last = toReading(kind, answer);
      if (last.outcome !== "failed") return last;
    } catch (error) {
      last = { outcome: "failed", detail: error instanceof Error ? error.message : String(error), content: null };
    }
  }
  return last;
}

function toReading(kind: SellerFileKind, answer: EgressAnswer): Reading {
  const { status } = answer;
  if (status >= 400 && status < 500 && status !== 429) return { outcome: "absent", detail: `${status}`, content: null };
  if (status !== 200) return { outcome: "failed", detail: `${status}`, content: null };
  const isPage = /^text\/html/i.test(answer.headers.get("content-type") ?? "");
  // Sites that return an HTML page for every path have no such file.
  if (isPage) return { outcome: "absent", detail: "text/html", content: null };
  const content = kind === "sellers.json" ? parseSellersJson(answer.text()) : parseAdsTxt(answer.text());
  return { outcome: "read", detail: "", content };
}
