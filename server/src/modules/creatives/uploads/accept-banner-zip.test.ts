import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { formats } from "@litfass/contract/kernel/formats";
import type { Egress } from "@litfass/platform/egress/egress";
import { createWorkerPool } from "@litfass/platform/worker/worker-pool";
import { afterAll, expect, test } from "vitest";
import { zipOf } from "../../../testing/zip.ts";
import { acceptBannerZip } from "./accept-banner-zip.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "litfass-accept-"));
const workers = createWorkerPool({ timeoutMs: 20_000 });
afterAll(async () => {
  await workers.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Library hosts that have every file except those named "gone". */
const egress: Egress = async (url) => {
  const body = Buffer.from("/* library */");
  const status = url.includes("gone") ? 404 : 200;
  return { status, headers: new Headers(), body, text: () => body.toString(), json: () => null };
};

async function foundIn(scripts: string[]) {
  const head = scripts.map((address) => `<script src="${address}"></script>`).join("");
  const page = `<meta name="ad.size" content="width=300,height=250">${head}<a onclick="window.open(clickTag)">Go</a>`;
  const zip = path.join(folder, "banner.zip");
  writeFileSync(zip, zipOf([{ name: "index.html", body: page }]));
  const upload = { field: "file", filename: "banner.zip", path: zip, sizeBytes: 0, contentType: "application/zip" };
  const { facts } = await acceptBannerZip({ workers, egress, offered: formats }, [upload], "en");
  return Object.fromEntries(facts.found.filter(([code]) => code !== "click_tag_missing"));
}

const jquery = "https://code.jquery.com/jquery-3.7.1.min.js";
const gone = "https://cdnjs.cloudflare.com/ajax/libs/gone/1.0/gone.min.js";
const foreign = "https://cdn.example/x.js";

test("names libraries that could not be copied apart from copied ones and from other servers", async () => {
  expect(await foundIn([jquery])).toEqual({ library_copied: [jquery] });
  expect(await foundIn([gone])).toEqual({ library_failed: [gone] });
  expect(await foundIn([jquery, gone, foreign])).toEqual({
    library_copied: [jquery],
    library_failed: [gone],
    external_file: [foreign],
  });
});

test("needs no copy of an ad server's script that the platform emulates, wherever an export puts it", async () => {
  const enablers = ["Enabler.js", "studio/Enabler.js", "879366/Enabler_01_68.js"];
  expect(await foundIn(["https://s0.2mdn.net/ads/studio/Enabler.js", ...enablers])).toEqual({});
  expect(await foundIn(["lib/EnablerPlus.js"])).toEqual({ missing_file: ["lib/EnablerPlus.js"] });
});
