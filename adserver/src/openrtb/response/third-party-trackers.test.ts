import { DOMParser } from "@xmldom/xmldom";
import { expect, test } from "vitest";
import { testAdServer, testRequest, testSnapshot } from "../../testing/testing-ad-server.ts";

const trackers = {
  pixels: [
    `https://ad.agency.example/i?ord=[timestamp]&site=%%SITE%%&c=\${GDPR_CONSENT_1}`,
    "https://withdrawn.example/i",
  ],
  scripts: [`https://cdn.verify.example/v.js?gdpr=\${GDPR}`],
};
const hosts = ["agency.example", "verify.example"];
const consent = { regs: { gdpr: 1 }, user: { consent: "CQabc" } };

function withTrackers(changes: Parameters<typeof testSnapshot>[0] = {}) {
  const adServer = testAdServer([testSnapshot({ trackers, ...changes })]);
  adServer.instance.thirdPartyHosts = hosts;
  adServer.instance.responseContext.thirdPartyHosts = hosts;
  return adServer;
}
const adOf = async (adServer: ReturnType<typeof withTrackers>, request: unknown): Promise<string> =>
  (await adServer.bid(request)).body.seatbid[0].bid[0].adm;

test.each(["html", "image"] as const)(
  "a banner (%s) has a frame over it that requests pixels and scripts",
  async (kind) => {
    const creative = { ...testSnapshot().creatives[0]!, kind };
    const adServer = withTrackers({ creatives: [creative] });
    const adm = await adOf(adServer, testRequest(consent));
    const [, address = "", attributes = ""] = /<iframe src="([^"]*\/trackers[^"]*)"([^>]*)>/.exec(adm) ?? [];
    expect(attributes).toContain(
      `width="300" height="250" title="" aria-hidden="true" tabindex="-1" sandbox="allow-scripts"`,
    );
    expect(attributes).toContain("pointer-events:none");
    expect(adm.indexOf("/about?t=")).toBeGreaterThan(adm.indexOf("/trackers?t="));
    const page = await adServer.call("GET", address.replaceAll("&amp;", "&"));
    expect(page.status).toBe(200);
    expect(String(page.body)).toMatch(
      /<img src="https:\/\/ad\.agency\.example\/i\?ord=\d+&amp;site=news\.example&amp;c=CQabc" width="1" height="1" alt="">/,
    );
    expect(String(page.body)).toContain(`<script async src="https://cdn.verify.example/v.js?gdpr=1"></script>`);
    expect(String(page.body)).not.toContain("withdrawn.example");
    expect(page.headers["content-security-policy"]).toContain("https://agency.example https://*.agency.example");
    expect(page.headers["content-security-policy"]).not.toContain("ads.example");
  },
);

test("without trackers there is no frame; its address needs an ad's token and cannot be written to", async () => {
  const plain = testAdServer([testSnapshot()]);
  expect(await adOf(plain, testRequest(consent))).not.toContain("/trackers");
  const adServer = withTrackers();
  expect((await adServer.call("GET", "/trackers?t=forged")).status).toBe(403);
  const adm = await adOf(adServer, testRequest());
  const address = /<iframe src="([^"]*\/trackers\?t=[^"&]*)/.exec(adm)![1]!;
  const forged = await adServer.call("GET", `${address}&gdpr=%22%3E&gdpr_consent=%22%3E%3Cscript%3E`);
  expect(String(forged.body)).toContain(`&amp;c=" width`);
  expect(String(forged.body)).toContain(`v.js?gdpr="></script>`);
});

const video = {
  uuid: "7f0cfb4a-0000-4000-8000-000000000009",
  format: "640x360",
  width: 640,
  height: 360,
  fileHash: "a".repeat(40),
  kind: "video" as const,
  durationSeconds: 15,
  contentType: "video/mp4",
};

test.each([
  ["4.2", 13, true],
  ["4.1", 11, true],
  ["4.0", 7, false],
  ["3.0", 3, false],
])(
  "VAST %s has an impression URL for each pixel, and verification where it exists",
  async (version, protocol, verifies) => {
    const adServer = withTrackers({ creatives: [video] });
    const imp = {
      id: "1",
      metric: [{ type: "viewability", value: 0.95 }],
      video: { mimes: ["video/mp4"], protocols: [protocol], minduration: 5, maxduration: 30, w: 640, h: 360 },
    };
    const adm = await adOf(adServer, testRequest({ imp: [imp], ...consent }));
    const document = new DOMParser().parseFromString(adm, "text/xml");
    expect(document.documentElement?.getAttribute("version")).toBe(version);
    const elements = (name: string) => Array.from(document.getElementsByTagName(name));
    const texts = (name: string) => elements(name).map(({ textContent }) => textContent ?? "");
    expect(texts("Impression")).toHaveLength(2);
    expect(texts("Impression")[1]).toMatch(/^https:\/\/ad\.agency\.example\/i\?ord=\d+&site=news\.example&c=CQabc$/);
    expect(texts("JavaScriptResource")).toEqual(verifies ? ["https://cdn.verify.example/v.js?gdpr=1"] : []);
    if (!verifies) return;
    const [resource] = elements("JavaScriptResource");
    expect(resource?.getAttribute("apiFramework")).toBe("omid");
    // The order of VAST 4.2's schema: AdTitle, AdVerifications, Creatives.
    expect(adm.indexOf("</AdTitle><AdVerifications>")).toBeGreaterThan(0);
    expect(adm.indexOf("<Creatives>")).toBeGreaterThan(adm.indexOf("</AdVerifications>"));
  },
);

test.each([
  ["pixels and scripts", [{ event: 1, methods: [1, 2] }], 2, 1],
  ["pixels", [{ event: 1, methods: [1] }], 2, 0],
  ["none", undefined, 0, 0],
])(
  "a native ad reports impressions by the trackers that the page knows: %s",
  async (_, eventtrackers, pixels, scripts) => {
    const native = { title: "Bread", description: "", buttonText: "", brand: "Shop", logo: null, pictures: [] };
    const adServer = withTrackers({ creatives: [{ ...testSnapshot().creatives[0]!, native }] });
    const asked = { ver: "1.2", assets: [{ id: 1, required: 1, title: { len: 90 } }], eventtrackers };
    const imp = { id: "1", metric: [{ type: "viewability", value: 0.95 }], native: { request: JSON.stringify(asked) } };
    const adm = JSON.parse(await adOf(adServer, testRequest({ imp: [imp], ...consent })));
    const byMethod = (method: number) =>
      (adm.eventtrackers ?? []).filter(
        (each: { event: number; method: number }) => each.event === 1 && each.method === method,
      );
    expect([byMethod(1).length, byMethod(2).length]).toEqual([pixels, scripts]);
    if (pixels === 0) expect(adm.imptrackers).toHaveLength(2);
    expect(JSON.stringify(adm)).toContain("https://ad.agency.example/i?ord=");
    expect(JSON.stringify(adm)).not.toContain("withdrawn.example");
  },
);
