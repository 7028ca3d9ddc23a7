import { changesBetween } from "@litfass/platform/audit/audit";
import { type CommandCall, command } from "@litfass/platform/command/command";
import type { Config } from "@litfass/platform/config/config";
import type { HttpServices } from "@litfass/platform/http/http-services";
import { findBannerFolder } from "../../ad-file-sql.ts";
import { findChecks, finishRun } from "../banner-check-sql.ts";
import type { BannerRun } from "./banner-run.ts";
import { BannerRunFailed, runBanner } from "./run-banner.ts";

export const runJob = "creatives.run_banner";
type RunData = { document: string };

/** Whether this process runs as root. */
export const isRoot = (): boolean => process.getuid?.() === 0;

/**
 * Whether uploaded banners can be run here. Chromium has no sandbox when started by root, so a server for real
 * customers does not run untrusted scripts in it.
 */
export const canRunBanners = ({ chromiumPath, production }: Config): boolean =>
  chromiumPath !== null && !(production && isRoot());

/** Stores a banner's behavior in a browser; null if it could not be run. */
export const recordRun = command({
  name: "creatives.record_banner_run",
  errors: [],
  async run({ ctx, input }: CommandCall<{ document: string; run: BannerRun | null }>): Promise<void> {
    const isNews = await finishRun(ctx.tx, input.document, { run: input.run, now: ctx.clock.now() });
    if (!isNews) return;
    await ctx.audit.record({
      subject: { type: "banner_check", id: input.document },
      changes: changesBetween({ browser: "waiting" }, { browser: input.run ? "done" : "failed" }),
    });
  },
});

/** Runs uploaded banners in a browser, one at a time, after the upload was answered. */
export function bannerRunJobs({ platform, execute }: Pick<HttpServices, "platform" | "execute">): void {
  const { db, jobs, log } = platform;
  jobs.work<RunData>(
    runJob,
    async ({ document }, { signal }) => {
      const [folder, checks] = await Promise.all([findBannerFolder(db, document), findChecks(db, [document])]);
      const size = checks.get(document)?.facts.size;
      const { chromiumPath } = platform.config;
      if (!folder || !size || chromiumPath === null) return;
      const browser = { chromium: chromiumPath, isRoot: isRoot() };
      const run = await runBanner({ ...folder, ...size }, browser, signal).catch((error: unknown) => {
        if (!(error instanceof BannerRunFailed) || signal.aborted) throw error;
        log.warn({ err: error, document }, "a banner could not be run in the browser");
        return null;
      });
      await execute(recordRun, { actor: { kind: "job", name: runJob }, input: { document, run }, lang: "en" });
    },
    { expireSeconds: 120, retries: 2 },
  );
}
