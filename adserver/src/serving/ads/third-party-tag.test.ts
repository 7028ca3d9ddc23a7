import { expect, test } from "vitest";
import { type TestAdServer, testAdServer, testRequest, testSnapshot } from "../../testing/testing-ad-server.ts";

const hash = "b".repeat(40);
const creative = { ...testSnapshot().creatives[0]!, fileHash: hash, isThirdParty: true };
const tag = `<script>var ftClick = "%%CLICK_URL_UNESC%%";</script>
<script src="https://ad.agency.example/tag.js?click=%%CLICK_URL_ESC%%&ord=[timestamp]&site=%%SITE%%"></script>
<img src="https://ad.agency.example/i?gdpr=\${GDPR}&gdpr_consent=\${GDPR_CONSENT_755}">`;

function withTag(): TestAdServer {
  const adServer = testAdServer([testSnapshot({ creatives: [creative] })]);
  adServer.instance.thirdPartyHosts = ["agency.example", "cdn.example"];
  adServer.files.set(hash, { contentType: "text/html; charset=utf-8", body: Buffer.from(tag), isThirdParty: true });
  return adServer;
}

async function offered(adServer: TestAdServer, changes: Record<string, unknown> = {}) {
  const { adm } = (await adServer.bid(testRequest(changes))).body.seatbid[0].bid[0];
  const address = /<iframe src="([^"]+)"/.exec(adm)![1]!.replaceAll("&amp;", "&");
  const served = await adServer.call("GET", address);
  return { adm, address, served, document: String(served.body) };
}

test("a tag is served with its macros filled, in a sandbox that loads from the allowed hosts only", async () => {
  const { adm, served, document } = await offered(withTag(), {
    regs: { gdpr: 1 },
    user: { consent: "CQabc.YAAA" },
  });
  const click = /ftClick = "([^"]*)"/.exec(document)![1]!;
  expect(click).toMatch(new RegExp(`^https://ads\\.example/c\\?t=[\\w.-]+&f=${hash}&u=$`));
  expect(document).toContain(`click=${encodeURIComponent(click)}&ord=`);
  expect(document).toMatch(/&ord=\d+&site=news\.example"/);
  expect(document).toContain("?gdpr=1&gdpr_consent=CQabc.YAAA");
  const policy = String(served.headers["content-security-policy"]).split("; ");
  expect(policy).toEqual([
    "sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox",
    "default-src 'unsafe-inline' 'unsafe-eval' data: blob: " +
      "https://agency.example https://*.agency.example https://cdn.example https://*.cdn.example",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ]);
  expect(served.headers["cache-control"]).toBe("private, no-store");
  // The label and the counting pixel lie outside of the frame.
  expect(adm.indexOf("/about?t=")).toBeGreaterThan(adm.indexOf("</iframe>"));
});

test("each visitor's consent is told to the tag only, and nobody can write into the document by its address", async () => {
  const adServer = withTag();
  const first = await offered(adServer, { regs: { gdpr: 1 }, user: { consent: "CQfirst" } });
  const second = await offered(adServer, { regs: { gdpr: 0 }, user: { consent: "CQsecond" } });
  expect([first.document.includes("CQfirst"), second.document.includes("CQsecond")]).toEqual([true, true]);
  expect(second.document).not.toContain("CQfirst");
  const plain = testAdServer([testSnapshot()]);
  const { adm } = (await plain.bid(testRequest({ user: { consent: "CQplain" } }))).body.seatbid[0].bid[0];
  expect(adm).not.toContain("CQplain");

  const forged = await adServer.call("GET", `/ad/${hash}.html?gdpr=%22%3E&gdpr_consent=%22%3E%3Cscript%3E`);
  expect(String(forged.body)).toContain(`?gdpr=&gdpr_consent="`);
  // Without an ad's token there is no click to count.
  expect(String(forged.body)).toContain(`ftClick = ""`);
});

test("withdrawn hosts are blocked at once", async () => {
  const adServer = withTag();
  adServer.instance.thirdPartyHosts = [];
  const { served } = await offered(adServer);
  const policy = String(served.headers["content-security-policy"]);
  expect(policy).toContain("default-src 'unsafe-inline' 'unsafe-eval' data: blob:; object-src 'none'");
});

test.each([
  ["an allowed host, as it is", "https://ad.agency.example/click;1?next=https://x.example&f=2", true],
  ["an allowed host, encoded", encodeURIComponent("https://ad.agency.example/click?a=1&b=2"), true],
  ["the advertiser's own site", "https://www.shop.example/summer?utm_source=agency", true],
  ["nothing", "", false],
  ["another host", "https://evil.example/", false],
  ["a host that looks like an allowed one", "https://agency.example.evil.example/", false],
  ["a user name that looks like an allowed host", "https://agency.example@evil.example/", false],
  ["an allowed host without encryption", "http://ad.agency.example/", false],
  ["a script", "javascript:alert(1)", false],
])("a click leads to what the tag's server appended only among known hosts: %s", async (_, appended, leads) => {
  const adServer = withTag();
  const { adm, document } = await offered(adServer);
  await adServer.call("GET", /data-impression="([^"]+)"/.exec(adm)![1]!.replaceAll("&amp;", "&"));
  const click = /ftClick = "([^"]*)"/.exec(document)![1]!;
  const { status, headers } = await adServer.call("GET", `${click}${appended}`);
  const plain = appended.startsWith("https%3A") ? decodeURIComponent(appended) : appended;
  expect(status).toBe(302);
  if (leads) expect(headers.location).toBe(plain);
  else expect(headers.location).toMatch(/^https:\/\/shop\.example\/sale\?utm_/);
  expect(adServer.events.filter(({ kind }) => kind === "click")).toHaveLength(1);
});

test("an own banner's click ignores what is appended", async () => {
  const adServer = testAdServer([testSnapshot()]);
  adServer.instance.thirdPartyHosts = ["agency.example"];
  const { adm } = (await adServer.bid(testRequest())).body.seatbid[0].bid[0];
  const click = /data-click="([^"]+)"/.exec(adm)![1]!.replaceAll("&amp;", "&");
  const { headers } = await adServer.call("GET", `${click}&f=${"a".repeat(40)}&u=https://ad.agency.example/`);
  expect(headers.location).toMatch(/^https:\/\/shop\.example\/sale/);
});
