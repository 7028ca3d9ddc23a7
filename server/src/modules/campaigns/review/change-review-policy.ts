import type { ReviewPolicy } from "@litfass/contract/settings/review-policy";
import { type CallOrigin, runCommand } from "@litfass/platform/http/mount-command";
import type { Platform } from "@litfass/platform/platform";
import { readSettings } from "@litfass/platform/settings/read-settings";
import { changeSettings } from "../../settings/index.ts";
import { t } from "../texts.ts";

/** What is left out stays. */
type PolicyChange = Pick<ReviewPolicy, "first_campaigns" | "own_files"> & Partial<ReviewPolicy>;

/**
 * Sets what is reviewed before it runs, by the command of all settings. Running creatives are not affected.
 * @throws 409 if somebody else changed it at the same time.
 */
export async function changeReviewPolicy(
  { db, defaultSettings }: Platform,
  call: CallOrigin,
  change: PolicyChange,
): Promise<ReviewPolicy> {
  const { settings, versions } = await readSettings(db, defaultSettings);
  const changed = { ...settings.review, ...change };
  const note = t(call.lang, "review.policyChanged");
  await runCommand(call, changeSettings, { section: "review", version: versions.review, settings: changed, note });
  return changed;
}
