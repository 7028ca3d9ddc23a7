import type { Company } from "@litfass/contract/settings/company";
import type { Clock } from "@litfass/platform/clock";
import type { HttpResponse } from "./http-message.ts";

/** A publisher whose account is in ads.txt files. `domain` is that of its business. */
export type ListedSeller = { sellerId: string; name: string; domain: string; isConfidential: boolean };

export type SellersContact = { email: string; address: string };

type SellersSource = {
  engine: { clock: Clock };
  sellersContact: SellersContact;
  listSellers: () => Promise<ListedSeller[]>;
};

const cacheMs = 60_000;

/** A postal address on one line. */
export const addressOf = (company: Company): string =>
  [
    company.name,
    `${company.street} ${company.house_number}`,
    `${company.country_code}-${company.postal_code} ${company.city}`,
  ].join(", ");

/** An entry of sellers.json 1.0. Publishers here own their sites, so none is an intermediary. */
const entryOf = ({ sellerId, name, domain, isConfidential }: ListedSeller) => ({
  seller_id: sellerId,
  seller_type: "PUBLISHER",
  is_confidential: isConfidential ? 1 : 0,
  ...(isConfidential ? {} : { name, domain }),
});

/**
 * `GET /sellers.json`: the accounts of the operator's publishers (IAB sellers.json 1.0), for the domain that ads.txt files
 * name. Read from the database at most once a minute, however often it is asked for.
 */
export function answerSellersJson(adServer: SellersSource): () => Promise<HttpResponse> {
  let known: { readMs: number; answer: Promise<HttpResponse> } | undefined;
  return async () => {
    const nowMs = adServer.engine.clock.now().getTime();
    if (known === undefined || nowMs - known.readMs >= cacheMs) {
      const answer = readSellers(adServer);
      known = { readMs: nowMs, answer };
      // A failed read is not the answer of the next minute.
      answer.catch(() => {
        known = undefined;
      });
    }
    return known.answer;
  };
}

async function readSellers({ listSellers, sellersContact }: SellersSource): Promise<HttpResponse> {
  const sellers = await listSellers();
  const { email, address } = sellersContact;
  const content = {
    ...(email === "" ? {} : { contact_email: email, contact_address: address }),
    version: "1.0",
    sellers: sellers.map(entryOf),
  };
  return {
    status: 200,
    headers: {
      "content-type": "application/json; charset=utf-8",
      "cache-control": `public, max-age=${cacheMs / 1000}`,
      "access-control-allow-origin": "*",
      "x-content-type-options": "nosniff",
    },
    body: `${JSON.stringify(content, null, 1)}\n`,
  };
}
