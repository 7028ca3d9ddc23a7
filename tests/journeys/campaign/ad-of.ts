import { inject } from "vitest";
import { type AskedPlace, bidRequest } from "../../support/bid-request.ts";
import { eventually } from "../../support/eventually.ts";
import { exchangeKey } from "../../support/exchange-key.ts";

type Bid = { cid: string; adm: string; adomain: string[] };

/**
 * The code of a campaign's ad for a visitor of this site, once it wins there; other bidders are blocked. `formats`: fields of
 * the impression instead of its banner.
 */
export async function adOf(campaignId: number, site: string, place: AskedPlace, formats?: object): Promise<string> {
  const others = new Set<string>();
  return eventually(
    "an ad of the campaign",
    async () => {
      const request = bidRequest(place, [...others]);
      const imp = request.imp.map(({ banner, ...each }) => ({ ...each, ...(formats ?? { banner }) }));
      const asked = { ...request, imp, site: { ...request.site, domain: site, page: `https://${site}/1` } };
      const response = await fetch(`${inject("demo").adsUrl}/openrtb2/sandbox/bid`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-exchange-key": exchangeKey },
        body: JSON.stringify(asked),
      });
      if (response.status !== 200) return "";
      const { seatbid } = (await response.json()) as { seatbid: { bid: Bid[] }[] };
      const bid = seatbid[0]?.bid[0];
      if (bid?.cid === String(campaignId)) return bid.adm;
      for (const domain of bid?.adomain ?? []) others.add(domain);
      return "";
    },
    (adm) => adm !== "",
    // Far longer than it takes: several journeys share the processors and the jobs of one demo.
    150_000,
  );
}
