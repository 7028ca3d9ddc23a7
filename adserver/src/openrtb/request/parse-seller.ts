import type { RequestSeller, SellerNode } from "../../kernel/ad-request.ts";
import { type JsonRecord, list, number, record, text } from "../../kernel/coerce.ts";
import { memoizeByRef } from "../../kernel/memoize.ts";
import { normaliseDomain } from "../../kernel/normalize.ts";

const maxNodes = 20;

type Known = { chain: JsonRecord; system: string; isApp: boolean; seller: RequestSeller };
const knownOf = memoizeByRef((_inventory: JsonRecord): { last: Known | undefined } => ({ last: undefined }));

/** `readSeller`, cached with the site or app object, which recurs with the same chain. */
export function sellerOf(
  raw: JsonRecord,
  inventory: JsonRecord,
  site: string,
  isApp: boolean,
  system: string,
): RequestSeller {
  const source = record(raw.source);
  const chain = record(source.schain ?? record(source.ext).schain);
  const known = knownOf(inventory);
  const { last } = known;
  if (last !== undefined && last.chain === chain && last.system === system && last.isApp === isApp) return last.seller;
  const seller = readSeller(chain, inventory, site, isApp, system);
  known.last = { chain, system, isApp, seller };
  return seller;
}

/**
 * The seller by `source.schain` (OpenRTB SupplyChain 1.0) and the publisher's account. The last node must be the
 * sender: the exchange's configured system, and the account named.
 */
function readSeller(
  chain: JsonRecord,
  inventory: JsonRecord,
  site: string,
  isApp: boolean,
  system: string,
): RequestSeller {
  const publisher = record(inventory.publisher);
  const account = text(publisher.id);
  const domain = isApp ? normaliseDomain(text(inventory.domain) || text(publisher.domain)) : site;
  if (chain.nodes === undefined && chain.complete === undefined) {
    return { domain, nodes: system === "" || account === "" ? [] : [{ system, id: account }], chain: "absent" };
  }
  const nodes: SellerNode[] = [];
  let isWhole = true;
  for (const entry of list(chain.nodes, maxNodes)) {
    const { asi, sid } = record(entry);
    const node = { system: normaliseDomain(text(asi)), id: text(sid) };
    if (node.system === "" || node.id === "") isWhole = false;
    else nodes.push(node);
  }
  const last = nodes.at(-1);
  const isOurs =
    last !== undefined && (system === "" || last.system === system) && (account === "" || last.id === account);
  if (!isWhole || !isOurs) return { domain, nodes, chain: "broken" };
  return { domain, nodes, chain: number(chain.complete) === 1 ? "complete" : "incomplete" };
}
