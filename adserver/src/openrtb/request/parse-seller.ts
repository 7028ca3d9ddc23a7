import type { RequestSeller, SellerNode } from "../../kernel/ad-request.ts";
import { type Loose, list, number, record, text } from "../../kernel/coerce.ts";
import { rememberedOf } from "../../kernel/memoize.ts";
import { normaliseDomain } from "../../kernel/normalize.ts";

const mostNodes = 20;

type Known = { chain: Loose; system: string; isApp: boolean; seller: RequestSeller };
const knownOf = rememberedOf((_inventory: Loose): { last: Known | undefined } => ({ last: undefined }));

/** As `readSeller`, remembered with the page or app: it comes by the same chain again. */
export function sellerOf(raw: Loose, inventory: Loose, site: string, isApp: boolean, system: string): RequestSeller {
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
 * Who sells, by `source.schain` (OpenRTB SupplyChain 1.0) and the account that the exchange names as publisher. The
 * last node must be whom we hear from: the exchange's system where the operator told it, and the account named.
 */
function readSeller(chain: Loose, inventory: Loose, site: string, isApp: boolean, system: string): RequestSeller {
  const publisher = record(inventory.publisher);
  const account = text(publisher.id);
  const domain = isApp ? normaliseDomain(text(inventory.domain) || text(publisher.domain)) : site;
  if (chain.nodes === undefined && chain.complete === undefined) {
    return { domain, nodes: system === "" || account === "" ? [] : [{ system, id: account }], chain: "absent" };
  }
  const nodes: SellerNode[] = [];
  let isWhole = true;
  for (const entry of list(chain.nodes, mostNodes)) {
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
