import { readdirSync } from "node:fs";
import path from "node:path";
import { offeredFormats } from "@litfass/contract/kernel/formats";
import { createEgress } from "@litfass/platform/egress/egress";
import { Problem } from "@litfass/platform/problem";
import { createWorkerPool } from "@litfass/platform/worker/worker-pool";
import { expect } from "vitest";
import { acceptBannerZip } from "../../server/src/modules/creatives/uploads/accept-banner-zip.ts";
import { presentReport } from "../../server/src/modules/creatives/uploads/banner-report.ts";
import { conformance } from "./samples.ts";

conformance("collected HTML5 banners are accepted, or refused with a reason", "html5-banners", async (at) => {
  const workers = createWorkerPool({ timeoutMs: 20_000 });
  const offered = offeredFormats([]);
  const tools = { workers, egress: createEgress(), offered };
  const names = readdirSync(at, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".zip"));
  let accepted = 0;
  for (const name of names.sort()) {
    const upload = {
      field: "file",
      filename: path.basename(name),
      path: path.join(at, name),
      sizeBytes: 0,
      contentType: "application/zip",
    };
    const outcome = await acceptBannerZip(tools, [upload], "en").catch((error: unknown) => error);
    if (outcome instanceof Problem) {
      expect(outcome.details.errors?.file?.[0]?.length, name).toBeGreaterThan(20);
      console.log(`refused ${name}: ${outcome.details.errors?.file?.[0]}`);
      continue;
    }
    if (outcome instanceof Error) throw outcome;
    const { facts } = outcome as Awaited<ReturnType<typeof acceptBannerZip>>;
    const { ok, findings } = presentReport({ facts, browser: "off" }, { lang: "en", exchanges: [], offered });
    if (ok) accepted += 1;
    const errors = findings.filter(({ severity }) => severity === "error");
    if (!ok) console.log(`refused ${name}: ${errors.map(({ message }) => message).join(" | ")}`);
  }
  await workers.close();
  console.log(`conformance: ${accepted} of ${names.length} banners accepted`);
  return names.length;
});
