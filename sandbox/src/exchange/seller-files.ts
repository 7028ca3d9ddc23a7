import { isOnWeb, type Publisher, publishers } from "./publishers.ts";

/** The exchange's domain as an advertising system in publishers' files. */
export const exchangeDomain = "sandbox-exchange.example";

/** Publishers whose files do not list them as direct sellers here. */
const resold = new Set(["landboten-markt.example", "stellenblick.example", "example.raetselheft"]);
const silent = new Set(["matte-quartier.example", "kaffeehaus.example"]);
const strangers = new Set(["eiszeit-hockey.example", "example.laufstrecke"]);
const undeclared = new Set(["isarbote.example"]);

const nameOf = (publisher: Publisher): string => (isOnWeb(publisher) ? publisher.domain : publisher.bundle);

/** The newspaper that sells its space to the platform without an exchange: its site, and its account there. */
const ownPublisher = { domain: "anzeiger-aaretal.example", sellerId: "pub-0032821016636694" };

/** A publisher's ads.txt or app-ads.txt; undefined if it has none. `system` is the platform's domain. */
export function publisherFile(kind: "ads.txt" | "app-ads.txt", domain: string, system: string): string | undefined {
  if (kind === "ads.txt" && domain === ownPublisher.domain) {
    return `# ads.txt of Anzeiger Aaretal\nOWNERDOMAIN=${domain}\n${system}, ${ownPublisher.sellerId}, DIRECT\n`;
  }
  const publisher = publishers.find((each) => each.domain === domain);
  if (!publisher || isOnWeb(publisher) !== (kind === "ads.txt") || silent.has(nameOf(publisher))) return undefined;
  const relationship = resold.has(nameOf(publisher)) ? "RESELLER" : "DIRECT";
  const own = `${exchangeDomain}, ${publisher.id}, ${relationship}`;
  return [
    `# ${kind} of ${publisher.name}`,
    `OWNERDOMAIN=${domain}`,
    `other-exchange.example, ${Number(publisher.id.slice(4)) + 70_000}, DIRECT, f08c47fec0942fa0`,
    ...(strangers.has(nameOf(publisher)) ? [] : [own]),
    "",
  ].join("\n");
}

/** The exchange's sellers.json 1.0: all sellers except unregistered ones. */
export const exchangeSellers = () => ({
  version: "1.0",
  contact_email: `sellers@${exchangeDomain}`,
  sellers: publishers
    .filter((publisher) => !undeclared.has(nameOf(publisher)))
    .map((publisher) => ({
      seller_id: publisher.id,
      name: publisher.name,
      domain: publisher.domain,
      seller_type: resold.has(nameOf(publisher)) ? "INTERMEDIARY" : "PUBLISHER",
    })),
});
