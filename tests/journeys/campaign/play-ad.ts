import { VASTParser } from "@dailymotion/vast-client";
import { DOMParser } from "@xmldom/xmldom";
import { readersAgent } from "../../support/bid-request.ts";

const progress = ["start", "firstQuartile", "midpoint", "thirdQuartile", "complete"];

/** Requests what a player does that plays an ad to its end: the impression, then each event in turn. @throws for an error. */
export async function playAd(vast: string): Promise<void> {
  const document = new DOMParser().parseFromString(vast, "text/xml") as never;
  const [ad] = (await new VASTParser().parseVAST(document)).ads;
  const events: Record<string, string[]> = ad?.creatives[0]?.trackingEvents ?? {};
  const impressions = (ad?.impressionURLTemplates ?? []).map(({ url }: { url: string }) => url);
  for (const url of [...impressions, ...progress.flatMap((name) => events[name] ?? [])]) {
    const answer = await fetch(url, { headers: { "user-agent": readersAgent }, signal: AbortSignal.timeout(10_000) });
    if (answer.status >= 400) throw new Error(`${url} answers ${answer.status}`);
  }
}
