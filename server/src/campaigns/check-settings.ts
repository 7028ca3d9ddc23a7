import type { CampaignChange } from "@litfass/contract/campaigns";
import { invalid } from "../platform/problem.ts";
import { isCategory } from "./categories.ts";
import { isLanguage } from "./settings.ts";

/** What the contract cannot know: that a category and a language exist. Throws 422 at the field. */
export function checkSettings(settings: Pick<CampaignChange, "categories" | "language">): void {
  if (settings.categories?.some((id) => !isCategory(id))) throw invalid({ categories: ["rule.oneOf"] });
  if (settings.language && !isLanguage(settings.language)) throw invalid({ language: ["rule.oneOf"] });
}
