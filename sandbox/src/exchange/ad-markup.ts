/** The URLs that a browser loads for an ad. */
export type AdMarkup = {
  kind: "banner" | "video" | "native" | "audio";
  impressions: string[];
  /** Loaded once it is known how much of a banner is in view; a player has none. */
  measured: string[];
  viewables: string[];
  /** What a player loads for a video that was not viewable; a banner's script has none. */
  notViewables: string[];
  click: string | undefined;
  /** Documents and images. */
  files: string[];
  /** A player's progress in order. */
  progress: { event: string; urls: string[] }[];
  durationSeconds: number;
};

const entities: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'" };
const decoded = (text: string): string => text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity]!);

const attribute = (markup: string, name: string): string | undefined => {
  const found = new RegExp(`\\s${name}="([^"]*)"`, "i").exec(markup)?.[1];
  return found === undefined ? undefined : decoded(found);
};

const present = (values: (string | undefined)[]): string[] =>
  values.filter((value) => value !== undefined && value !== "") as string[];

/** Reads the URLs on a banner's outer element, and its frames and images. */
export function readBanner(markup: string): AdMarkup {
  const outer = /<[a-z][^>]*>/i.exec(markup)?.[0] ?? "";
  const impression = attribute(outer, "data-impression");
  const files: (string | undefined)[] = [];
  for (const [element] of markup.matchAll(/<(?:iframe|img)\s[^>]*>/gi)) files.push(attribute(element, "src"));
  return {
    kind: "banner",
    impressions: present([impression]),
    measured: present([attribute(outer, "data-measured")]),
    viewables: present([attribute(outer, "data-viewable")]),
    notViewables: [],
    click: attribute(outer, "data-click"),
    files: present(files).filter((file) => file !== impression),
    progress: [],
    durationSeconds: 0,
  };
}

const content = (text: string): string => decoded(/^\s*<!\[CDATA\[([\s\S]*?)\]\]>\s*$/.exec(text)?.[1] ?? text).trim();

const elements = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}(?:\\s[^>]*)?>([\\s\\S]*?)</${name}>`, "g"))].map(([, inner = ""]) =>
    content(inner),
  );

const videoEvents = ["start", "firstQuartile", "midpoint", "thirdQuartile", "complete"];

/** Parses an inline VAST document. */
export function readVast(xml: string): AdMarkup {
  const tracked = [...xml.matchAll(/<Tracking\s+event="([^"]+)"[^>]*>([\s\S]*?)<\/Tracking>/g)];
  const [hours = 0, minutes = 0, seconds = 0] = (elements(xml, "Duration")[0] ?? "").split(":").map(Number);
  return {
    kind: /<Ad [^>]*adType="audio"/.test(xml) || /<MediaFile [^>]*type="audio\//.test(xml) ? "audio" : "video",
    impressions: present(elements(xml, "Impression")),
    measured: [],
    viewables: present(elements(xml, "Viewable")),
    notViewables: present(elements(xml, "NotViewable")),
    click: elements(xml, "ClickThrough")[0],
    files: present([elements(xml, "MediaFile")[0]]),
    progress: videoEvents.map((event) => ({
      event,
      urls: present(tracked.filter(([, name]) => name === event).map(([, , inner = ""]) => content(inner))),
    })),
    durationSeconds: hours * 3600 + minutes * 60 + seconds || 15,
  };
}

type NativeAd = {
  link?: { url?: string };
  assets?: { img?: { url?: string } }[];
  imptrackers?: string[];
  eventtrackers?: { event: number; method: number; url: string }[];
};
const nativeEvents = { impression: 1, viewable: 2 };

/** Parses a native ad (OpenRTB Native 1.1 or 1.2), wrapped or not: the page composes it of its pictures and texts. */
export function readNative(json: string): AdMarkup {
  const read = JSON.parse(json) as NativeAd & { native?: NativeAd };
  const { link, assets = [], imptrackers = [], eventtrackers = [] } = read.native ?? read;
  const pixels = (event: number): string[] =>
    eventtrackers.filter((tracker) => tracker.event === event && tracker.method === 1).map(({ url }) => url);
  return {
    kind: "native",
    impressions: [...imptrackers, ...pixels(nativeEvents.impression)],
    measured: [],
    viewables: pixels(nativeEvents.viewable),
    notViewables: [],
    click: link?.url,
    files: present(assets.map(({ img }) => img?.url)),
    progress: [],
    durationSeconds: 0,
  };
}

export function readAd(markup: string): AdMarkup {
  if (/^\s*\{/.test(markup)) return readNative(markup);
  return /^\s*(?:<\?xml|<VAST)/.test(markup) ? readVast(markup) : readBanner(markup);
}
