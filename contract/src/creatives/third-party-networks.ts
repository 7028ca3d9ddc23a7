import { isHostIn } from "../settings/third-party-hosts.ts";
import { startsWithClickMacro } from "./third-party-macros.ts";

/** Where tags of many ad servers take the click address. */
const clickExamples = "https://learn.microsoft.com/en-us/xandr/bidders/click-tracking-and-cache-busting-examples";

/**
 * The ad servers of agencies and the companies that verify delivery, recognized by their hosts. `clickPlace` is where a
 * tag takes the publisher's click address, by the page under `documentation`; verification has none.
 */
export const thirdPartyNetworks = [
  {
    name: "Campaign Manager 360",
    kind: "ads",
    hosts: ["doubleclick.net", "2mdn.net", "googletagservices.com"],
    clickPlace: "data-dcm-click-tracker",
    documentation: "https://support.google.com/campaignmanager/answer/6080468",
  },
  {
    name: "Adform",
    kind: "ads",
    hosts: ["adform.net"],
    clickPlace: "click=",
    documentation: clickExamples,
  },
  {
    name: "Flashtalking",
    kind: "ads",
    hosts: ["flashtalking.com"],
    clickPlace: "ftClick",
    documentation: clickExamples,
  },
  {
    name: "Sizmek",
    kind: "ads",
    hosts: ["serving-sys.com"],
    clickPlace: "ncu=",
    documentation: clickExamples,
  },
  {
    name: "Celtra",
    kind: "ads",
    hosts: ["celtra.com"],
    clickPlace: "clickUrl",
    documentation: "https://support.google.com/displayvideo/answer/2591756",
  },
  {
    name: "Adition",
    kind: "ads",
    hosts: ["adition.com"],
    clickPlace: "clickurl=",
    documentation: clickExamples,
  },
  {
    name: "Equativ (Smart AdServer)",
    kind: "ads",
    hosts: ["smartadserver.com"],
    clickPlace: "/no?",
    documentation: clickExamples,
  },
  {
    name: "Tradedoubler",
    kind: "ads",
    hosts: ["tradedoubler.com"],
    clickPlace: "preurl(",
    documentation: clickExamples,
  },
  {
    name: "DoubleVerify",
    kind: "verification",
    hosts: ["doubleverify.com", "dvtps.com"],
    clickPlace: null,
    documentation: null,
  },
  {
    name: "Integral Ad Science",
    kind: "verification",
    hosts: ["adsafeprotected.com"],
    clickPlace: null,
    documentation: null,
  },
  {
    name: "Moat",
    kind: "verification",
    hosts: ["moatads.com", "moatpixel.com"],
    clickPlace: null,
    documentation: null,
  },
] as const satisfies readonly {
  name: string;
  kind: "ads" | "verification";
  hosts: readonly string[];
  clickPlace: string | null;
  documentation: string | null;
}[];

export type ThirdPartyNetwork = (typeof thirdPartyNetworks)[number];

/** The network to which one of these hosts belongs. */
export const networkOf = (hosts: readonly string[]): ThirdPartyNetwork | null =>
  thirdPartyNetworks.find((network) => hosts.some((host) => isHostIn(host, network.hosts))) ?? null;

/**
 * Whether a tag has a click macro at its network's place. One elsewhere, such as in the link for browsers without scripts,
 * counts no clicks on what the script shows.
 */
export function hasMacroInPlace(tag: string, place: string): boolean {
  const [, ...after] = tag.toLowerCase().split(place.toLowerCase());
  let end = tag.length;
  // From the last place to the first: each part ends where the next one begins.
  return after.reverse().some((part) => {
    const value = tag.slice(end - part.length, end);
    end -= part.length + place.length;
    // Sizmek puts the address between two dollar signs on each side.
    return startsWithClickMacro(value.replace(/^[\s=:'"]*(?:\$\$)?/, ""));
  });
}
