import type { BannerReport } from "@litfass/contract/creatives/banner-report";
import i18next from "i18next";
import { renderToStaticMarkup } from "react-dom/server";
import { initReactI18next } from "react-i18next";
import { afterAll, expect, test } from "vitest";
import german from "../../../i18n/de/creatives.json" with { type: "json" };
import english from "../../../i18n/en/creatives.json" with { type: "json" };
import { BannerReportView } from "./banner-report.tsx";

const report: BannerReport = {
  ok: false,
  width: 300,
  height: 250,
  loads: { initial_bytes: 149_200, subload_bytes: 0, initial_requests: 36 },
  limits: { initial_bytes: 150_000, subload_bytes: 300_000, initial_requests: 10, rule: "IAB" },
  browser: "done",
  files: [],
  findings: [],
};

// The other files of the process use the same instance.
afterAll(() => i18next.changeLanguage("en"));

test.each(["en", "de"])("loads are given with their limit, in %s, and only those beyond it are marked", async (lng) => {
  await i18next.use(initReactI18next).init({
    lng,
    resources: { en: { creatives: english }, de: { creatives: german } },
    interpolation: { prefix: "{", suffix: "}", escapeValue: false },
  });
  const html = renderToStaticMarkup(<BannerReportView report={report} />);
  const values = [...html.matchAll(/<dd( class="[^"]*over[^"]*")?>([^<]+)</g)].map(([, over, text]) => [text, !!over]);
  expect(values).toEqual([
    ["150 KB (max. 150 KB)", false],
    ["0 KB (max. 300 KB)", false],
    ["36 (max. 10)", true],
  ]);
});
