import { expect, test } from "vitest";
import { endsInClickMacro, fillMacros, hasClickMacro, type MacroValues } from "./third-party-macros.ts";

const values: MacroValues = {
  click: "https://ads.example/c?t=abc&f=123&u=",
  cachebuster: "12345",
  site: "news.example",
  gdpr: "1",
  gdprConsent: "CQabc.YAAA_-",
};
const encoded = encodeURIComponent(values.click);

test.each([
  [`\${CLICK_URL}`, values.click],
  ["%%CLICK_URL_UNESC%%https://shop.example", `${values.click}https://shop.example`],
  ["%%CLICK_URL_ESC%%", encoded],
  [`\${CLICK_URL_ENC}`, encoded],
  ["%%CLICK_URL_ESC_ESC%%", encodeURIComponent(encoded)],
  [`%%CACHEBUSTER%% [timestamp] \${CACHEBUSTER}`, "12345 12345 12345"],
  ["%%SITE%%", "news.example"],
  [`\${GDPR} \${GDPR_CONSENT_755}`, "1 CQabc.YAAA_-"],
  [`%%UNKNOWN%% \${OTHER} $& $1`, `%%UNKNOWN%% \${OTHER} $& $1`],
])("%s becomes %s", (text, filled) => {
  expect(fillMacros(text, values)).toBe(filled);
});

test("no value can end an attribute, a string or a script, and none is read for macros again", () => {
  const hostile = `"'><script>alert(1)</script>\\ %%CACHEBUSTER%%`;
  const filled = fillMacros(`%%SITE%%|\${GDPR}|\${GDPR_CONSENT_1}`, {
    ...values,
    site: hostile,
    gdpr: hostile,
    gdprConsent: hostile,
  });
  expect(filled).not.toMatch(/["'<>\\ ()]|12345/);
  expect(filled.endsWith("||")).toBe(true);
});

test("click macros are found wherever they are", () => {
  expect(hasClickMacro("click=%%CLICK_URL_ESC%%&ord=[timestamp]")).toBe(true);
  expect(hasClickMacro("click=%%CLICKURL%%")).toBe(false);
  expect(endsInClickMacro(`href="\${CLICK_URL}`)).toBe(true);
  expect(endsInClickMacro(`\${CLICK_URL} `)).toBe(false);
});
