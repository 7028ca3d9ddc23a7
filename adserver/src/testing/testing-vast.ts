import type { SnapshotCreative } from "@litfass/contract/adserver/snapshot";
import { vastSubtypes, wrapperSubtypes } from "../kernel/vast-version.ts";
import { previewVast, previewWrapper } from "../openrtb/vast/preview-vast.ts";
import { testAdServer, testRequest, testSnapshot } from "./testing-ad-server.ts";

const uuid = "7f0cfb4a-0000-4000-8000-00000000000a";

const video = (width: number, height: number, hash: string): SnapshotCreative => ({
  ...{ uuid, format: "640x360", width, height, fileHash: hash.repeat(40), kind: "video" },
  ...{ durationSeconds: 15, contentType: "video/mp4", bitrateKbps: 800 },
});
const spot = (hash: string, contentType: string): SnapshotCreative => ({
  ...{ uuid, format: "audio", width: 0, height: 0, fileHash: hash.repeat(40), kind: "audio" },
  ...{ durationSeconds: 20.04, contentType, bitrateKbps: 128 },
});
const companion = (width: number, height: number, hash: string, more: object = {}): SnapshotCreative => ({
  ...{ uuid: `7f0cfb4a-0000-4000-8000-0000000000${hash}${hash}`, format: `${width}x${height}`, width, height },
  ...{ fileHash: hash.repeat(40), kind: "html", isCompanion: true, ...more },
});

const creatives = {
  video: [video(640, 360, "a"), video(1280, 720, "b")],
  audio: [
    spot("a", "audio/mpeg"),
    spot("b", "audio/mp4"),
    companion(300, 250, "d"),
    companion(320, 50, "e", { kind: "image" }),
  ],
};
const trackers = {
  pixels: ["https://count.example/i?r=[CACHEBUSTING]"],
  scripts: ["https://verify.example/v.js"],
};
/** Companion spaces by what the player takes: markup, pages or pictures (AdCOM's companion types). */
const companions = { none: undefined, html: [2], page: [3], picture: [1] };

type VastSample = { name: string; version: keyof typeof vastSubtypes; xml: string };

/** The documents that bids and previews consist of: each version, medium, companion kind, with and without trackers. */
export async function vastSamples(): Promise<VastSample[]> {
  const samples: VastSample[] = [];
  for (const [version, subtype] of Object.entries(vastSubtypes) as [keyof typeof vastSubtypes, number][]) {
    for (const medium of ["video", "audio"] as const) {
      for (const [kind, types] of Object.entries(companions)) {
        if (medium === "video" && kind !== "none") continue;
        for (const third of [undefined, trackers]) {
          const name = [medium, version, kind, third === undefined ? "plain" : "tracked"].join(" ");
          const limits = { protocols: [subtype], minduration: 5, maxduration: 30 };
          const spaces = {
            companionad: [
              { w: 300, h: 250 },
              { w: 320, h: 50 },
            ],
            companiontype: types,
          };
          const slot =
            medium === "video"
              ? { video: { ...limits, mimes: ["video/mp4"], w: 640, h: 360 } }
              : { audio: { ...limits, mimes: ["audio/mpeg", "audio/mp4"], ...(types && spaces) } };
          const imp = [{ id: "1", metric: [{ type: "viewability", value: 0.95 }], ...slot }];
          const snapshot = testSnapshot({
            name: "Zopf & <Brot>",
            creatives: creatives[medium],
            ...(third && { trackers: third }),
          });
          const adServer = testAdServer([snapshot]);
          adServer.instance.responseContext.thirdPartyHosts = ["count.example", "verify.example"];
          const { body } = await adServer.bid(testRequest({ imp }));
          samples.push({ name, version, xml: body.seatbid[0].bid[0].adm });
        }
      }
    }
  }
  samples.push(...(await wrapperSamples()));
  for (const medium of ["video", "audio"] as const) {
    const origin = { adsUrl: "https://ads.example", signingSecret: "s".repeat(32), auctionId: "preview" };
    const files = creatives[medium].filter(({ isCompanion }) => !isCompanion);
    samples.push({
      name: `preview ${medium}`,
      version: "4.2",
      xml: previewVast({ id: "1", uuid, title: "A & B" }, files, origin),
    });
  }
  const tag = { uuid, url: "https://tag.agency.example/vast?ord=[CACHEBUSTING]", format: "640x360" };
  const origin = { adsUrl: "https://ads.example", signingSecret: "s".repeat(32), auctionId: "preview" };
  samples.push({ name: "preview wrapper", version: "4.2", xml: previewWrapper(tag, origin) });
  return samples;
}

/** A file of another ad server's video, which answers its VAST tag with a document of this major version. */
export const tagFile = (more: Partial<SnapshotCreative> = {}, version = 2): SnapshotCreative => ({
  ...{ uuid, format: "640x360", width: 640, height: 360, fileHash: "f".repeat(40), kind: "video", isThirdParty: true },
  ...{ durationSeconds: 15, contentType: "video/mp4", bitrateKbps: 800 },
  vastTag: {
    url: "https://tag.agency.example/vast?ord=[CACHEBUSTING]&gdpr=[GDPR]&c=[GDPRCONSENT]&p=[PLAYERSIZE]",
    hosts: ["tag.agency.example", "cdn.agency.example"],
    version,
    media: "https://cdn.agency.example/spot.mp4",
  },
  ...more,
});

/** The wrappers of each version, with and without trackers. */
async function wrapperSamples(): Promise<VastSample[]> {
  const samples: VastSample[] = [];
  for (const [version, subtype] of Object.entries(vastSubtypes) as [keyof typeof vastSubtypes, number][]) {
    for (const third of [undefined, trackers]) {
      const adServer = testAdServer([testSnapshot({ creatives: [tagFile()], ...(third && { trackers: third }) })]);
      const hosts = ["agency.example", "count.example", "verify.example"];
      adServer.instance.responseContext.thirdPartyHosts = hosts;
      adServer.engine.thirdPartyHosts = hosts;
      const video = { mimes: ["video/mp4"], protocols: [subtype, wrapperSubtypes[version]], w: 640, h: 360 };
      const imp = [{ id: "1", metric: [{ type: "viewability", value: 0.95 }], video: { ...video, maxduration: 30 } }];
      const { body } = await adServer.bid(testRequest({ imp }));
      const name = `wrapper ${version} ${third === undefined ? "plain" : "tracked"}`;
      samples.push({ name, version, xml: body.seatbid[0].bid[0].adm });
    }
  }
  return samples;
}
