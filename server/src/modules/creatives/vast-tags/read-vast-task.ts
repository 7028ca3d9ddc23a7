import { XMLParser } from "fast-xml-parser";
import { tagAddresses } from "../uploads/third-party/tag-addresses.ts";

/** A file that a player can play without running code. */
type MediaFile = { url: string; type: string; width: number; height: number; kbps: number | null };

/** What a player would call because of a document: hosts, and addresses without encryption. */
type Called = { hosts: string[]; insecure: string[] };
type Known = Called & { version: number; adSystem: string };

/** A VAST document: `several` ads are an ad pod, `none` has no ad. */
export type VastDocument =
  | { kind: "unreadable" }
  | { kind: "none" }
  | { kind: "several" }
  | (Known & { kind: "wrapper"; url: string })
  | (Known & { kind: "inline"; duration: number; media: MediaFile[]; clicks: string[] });

type Node = Record<string, unknown>;

const maxMedia = 20;
const maxAddresses = 500;
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
});

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value]);
const nodeOf = (value: unknown): Node => (typeof value === "object" && value !== null ? (value as Node) : {});
const textOf = (value: unknown): string => {
  const text = typeof value === "string" ? value : nodeOf(value)["#text"];
  return typeof text === "string" ? text.trim() : "";
};
const wholeOf = (value: unknown): number => Math.round(Number(value)) || 0;

/** Runs in a worker thread: a VAST document of another ad server (VAST 2.0 to 4.3), which is untrusted. */
export default function readVast(text: string): VastDocument {
  // Entities of a document type could repeat each other endlessly.
  if (/<!DOCTYPE/i.test(text)) return { kind: "unreadable" };
  const root = parse(text);
  if (root === undefined) return { kind: "unreadable" };
  const ads = listOf(root.Ad).map(nodeOf);
  const [ad] = ads;
  if (ads.length > 1) return { kind: "several" };
  const version = Number.parseInt(textOf(root["@version"]), 10) || 2;
  if (ad?.Wrapper !== undefined) {
    const wrapper = nodeOf(ad.Wrapper);
    const url = textOf(wrapper.VASTAdTagURI);
    return { kind: "wrapper", version, adSystem: textOf(wrapper.AdSystem), url, ...calledBy(wrapper) };
  }
  if (ad?.InLine === undefined) return { kind: "none" };
  return { kind: "inline", version, ...inlineAd(nodeOf(ad.InLine)) };
}

function parse(text: string): Node | undefined {
  try {
    const { VAST } = nodeOf(parser.parse(text));
    return VAST === undefined ? undefined : nodeOf(VAST);
  } catch {
    return undefined;
  }
}

function inlineAd(inline: Node) {
  const creatives = listOf(nodeOf(inline.Creatives).Creative).map(nodeOf);
  const linears = creatives.flatMap(({ Linear }) => (Linear === undefined ? [] : [nodeOf(Linear)]));
  const linear = linears[0] ?? {};
  const media = listOf(nodeOf(linear.MediaFiles).MediaFile).map(nodeOf).flatMap(mediaFile);
  return {
    adSystem: textOf(inline.AdSystem),
    duration: secondsOf(textOf(linear.Duration)),
    media: media.slice(0, maxMedia),
    clicks: listOf(nodeOf(linear.VideoClicks).ClickThrough)
      .map(textOf)
      .filter((url) => url !== ""),
    ...calledBy(inline),
  };
}

/** Files that run in the player (VPAID) or are streamed are none of the ad's files here. */
function mediaFile(file: Node): MediaFile[] {
  const url = textOf(file);
  const type = textOf(file["@type"]).toLowerCase();
  const runs = textOf(file["@apiFramework"]) !== "";
  if (url === "" || runs || !type.startsWith("video/") || textOf(file["@delivery"]) === "streaming") return [];
  const kbps = wholeOf(file["@bitrate"] ?? file["@maxBitrate"]);
  return [
    { url, type, width: wholeOf(file["@width"]), height: wholeOf(file["@height"]), kbps: kbps > 0 ? kbps : null },
  ];
}

function secondsOf(text: string): number {
  const [, hours, minutes, seconds] = /^(\d{1,2}):(\d{2}):(\d{2}(?:\.\d{1,3})?)$/.exec(text) ?? [];
  return Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
}

/** A visitor's click is no call of the player, and extensions are read by those who know them. */
const isNotCalled = (name: string): boolean =>
  name.endsWith("ClickThrough") || name.endsWith("Extensions") || name === "AdParameters" || name.startsWith("@");

function calledBy(node: Node): Called {
  const hosts = new Set<string>();
  const insecure = new Set<string>();
  const add = (address: string): void => {
    if (/^http:/i.test(address)) insecure.add(address);
    const full = address.startsWith("//") ? `https:${address}` : address;
    hosts.add(URL.canParse(full) ? new URL(full).hostname : address.slice(0, 100));
  };
  const visit = (value: unknown, name: string): void => {
    if (hosts.size + insecure.size > maxAddresses) return;
    if (typeof value === "string") {
      const text = value.trim();
      if (name === "HTMLResource") {
        const found = tagAddresses(text);
        for (const host of found.hosts) hosts.add(host);
        for (const address of found.insecure) insecure.add(address);
      } else if (/^(?:https?:)?\/\//i.test(text)) add(text);
      return;
    }
    if (Array.isArray(value)) for (const each of value) visit(each, name);
    else
      for (const [key, child] of Object.entries(nodeOf(value))) {
        if (key === "#text") visit(child, name);
        else if (!isNotCalled(key)) visit(child, key);
      }
  };
  visit(node, "");
  return { hosts: [...hosts], insecure: [...insecure] };
}
