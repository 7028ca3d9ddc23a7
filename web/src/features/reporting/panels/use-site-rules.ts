import type { SiteRule } from "@litfass/contract/targeting/site-rules";
import { ApiError } from "../../../api/api-error.ts";
import { mayCall } from "../../../api/may-call.ts";
import { useUser } from "../../../api/session.ts";
import { useCall, useChange } from "../../../api/use-call.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";

/** The site rules of a campaign for the visible sites; without a campaign there is no request. */
export function useSiteRules(campaignId: number | null, sites: readonly string[]) {
  const user = useUser();
  const canRule = mayCall(user, "listSiteRules");
  const found = useCall(
    "listSiteRules",
    { params: { userCampaign: String(campaignId) }, query: { sites: [...sites] } },
    { enabled: canRule && campaignId !== null && sites.length > 0, keep: true },
  );
  const rules = campaignId === null ? undefined : found.data;
  return {
    canRule: canRule && (campaignId === null || rules?.editable !== false),
    /** Whitelists are for advanced advertisers and staff (ROLE-007). */
    canAllow: user?.user_role !== "customer",
    hasWhitelist: rules?.has_whitelist ?? false,
    ruleOf: (site: string): SiteRule => rules?.rules.find((each) => each.site === site)?.rule ?? "none",
  };
}

/** Allows or blocks a site in a campaign and offers an undo. */
export function useRuleChange() {
  const { t } = useTranslation("reporting");
  const change = useChange("setSiteRule", ["listSiteRules"]);
  async function set(campaignId: number, site: string, rule: SiteRule): Promise<void> {
    const put = (to: SiteRule) =>
      change.mutateAsync({ params: { userCampaign: String(campaignId) }, body: { site, rule: to } });
    try {
      const { before } = await put(rule);
      const undo = (): void => {
        put(before).then(() => showSnackbar(t("rule.undone", { site })), refused);
      };
      showSnackbar(
        t(`rule.done.${rule}`, { site }),
        before === rule ? undefined : { label: t("rule.undo"), act: undo },
      );
    } catch (error) {
      refused(error);
    }
  }
  function refused(error: unknown): void {
    const isShared = error instanceof ApiError && error.code === "site_on_shared_list";
    showSnackbar(isShared ? t("rule.shared") : error instanceof Error ? error.message : t("failed"));
  }
  return { set, busy: change.isPending };
}
