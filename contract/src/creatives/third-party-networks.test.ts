import { expect, test } from "vitest";
import { fillMacros, hasClickMacro } from "./third-party-macros.ts";
import { hasMacroInPlace, networkOf, thirdPartyNetworks } from "./third-party-networks.ts";

const plain = `\${CLICK_URL}`;
const encoded = `\${CLICK_URL_ENC}`;

/** A tag of each network with the click macro where its documentation has it. */
const tags: [string, string, string][] = [
  ["Campaign Manager 360", "ad.doubleclick.net", `<ins class='dcmads' data-dcm-click-tracker='${plain}'></ins>`],
  ["Adform", "track.adform.net", `<script src="https://track.adform.net/adfscript/?bn=1;click=${plain}"></script>`],
  ["Flashtalking", "servedby.flashtalking.com", `<script>var ftClick = "${plain}";</script>`],
  ["Sizmek", "bs.serving-sys.com", `<script src="https://bs.serving-sys.com/a?ucm=true&ncu=$$${encoded}$$"></script>`],
  ["Celtra", "ads.celtra.com", `<script>var params = {clickUrl: "${plain}"}</script>`],
  [
    "Adition",
    "ad1.adfarm1.adition.com",
    `<script src="https://ad1.adfarm1.adition.com/js?clickurl=${plain}"></script>`,
  ],
  [
    "Equativ (Smart AdServer)",
    "ww856.smartadserver.com",
    `<script src="https://ww856.smartadserver.com/call/adj/1/2/600x300/[timestamp]/no?${plain}"></script>`,
  ],
  ["Tradedoubler", "impde.tradedoubler.com", `<script>var uri = 'https://x/imp?a(1)preurl(${plain})'</script>`],
];

test.each(tags)("the click macro of %s is recognized at its place and filled there", (name, host, tag) => {
  const network = networkOf([host]);
  expect(network?.name).toBe(name);
  const { clickPlace, documentation } = network!;
  expect(documentation).toMatch(/^https:/);
  expect([hasClickMacro(tag), hasMacroInPlace(tag, clickPlace!)]).toEqual([true, true]);
  const click = "https://ads.example/c?t=abc&u=";
  const filled = fillMacros(tag, { click, cachebuster: "1", site: "", gdpr: "", gdprConsent: "" });
  expect(filled.includes(click) || filled.includes(encodeURIComponent(click))).toBe(true);
  const elsewhere = `${tag.replace(plain, "").replace(encoded, "")}<a href="${plain}https://shop.example/">`;
  expect([hasClickMacro(elsewhere), hasMacroInPlace(elsewhere, clickPlace!)]).toEqual([true, false]);
});

test("every ad server has a tag above, and verification takes no clicks", () => {
  const ads = thirdPartyNetworks.filter(({ kind }) => kind === "ads").map(({ name }) => name);
  expect(tags.map(([name]) => name).sort()).toEqual([...ads].sort());
  expect(thirdPartyNetworks.filter(({ kind }) => kind !== "ads").every(({ clickPlace }) => clickPlace === null)).toBe(
    true,
  );
});
