import { type CampaignType, wizardSteps } from "@litfass/contract/campaigns/campaigns";
import { defaultLanguage } from "@litfass/contract/kernel/language";
import { isCustomer } from "@litfass/contract/kernel/roles";
import type { User } from "@litfass/contract/users/users";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { ApiError } from "../../../api/api-error.ts";
import { mayCall } from "../../../api/may-call.ts";
import { useSignedInUser } from "../../../api/session.ts";
import { useCall, useChange } from "../../../api/use-call.ts";
import { currentLocale } from "../../../i18n/i18n.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { addDays, todayOn } from "../../../ui/inputs/date-range.ts";
import { type Option, Select } from "../../../ui/inputs/select.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { PageHeading } from "../../../ui/layout/page-heading.tsx";
import { showInvalid } from "../../../ui/show-invalid.ts";
import { useCampaignDefaults, useMonthlyBudget } from "../use-campaign-defaults.ts";
import { BasicStep } from "../wizard/basic-step.tsx";
import { blankSettings, type CampaignSettings } from "../wizard/blank-settings.ts";
import { TypeField } from "../wizard/type-field.tsx";
import type { SettingsDraft } from "../wizard/use-draft.ts";
import styles from "../wizard/wizard.module.css";
import { WizardSteps } from "../wizard/wizard-steps.tsx";
import { type CampaignGoal, goalDefaults } from "./campaign-goals.ts";
import { GoalChoice } from "./goal-choice.tsx";
import { useOwnAreas } from "./use-own-areas.ts";

/**
 * Goal, name and basic settings of a new campaign, with a proposed budget, period and place; from then on everything is
 * saved on the server (ROUTE-033).
 */
export function CreateCampaignPage() {
  const { t } = useTranslation("campaigns");
  const navigate = useNavigate();
  const viewer = useSignedInUser();
  const [goal, setGoal] = useState<CampaignGoal | null>(null);
  const [type, setType] = useState<CampaignType>("display");
  // Only what was chosen here, so that a template gives the rest.
  const [chosen, setChosen] = useState<Partial<CampaignSettings>>(ownLanguage);
  const [template, setTemplate] = useState("");
  const [errors, setErrors] = useState<Record<string, string>>({});
  const templates = useTemplates(viewer);
  const areas = useOwnAreas(viewer);
  const { weeks: usualWeeks } = useCampaignDefaults();
  const monthlyBudget = useMonthlyBudget(viewer.currency);
  const create = useChange("createCampaign", ["listCampaigns", "countCampaigns"]);
  const change: SettingsDraft["change"] = (patch) => {
    setChosen((now) => ({ ...now, ...(patch as Partial<CampaignSettings>) }));
    setErrors((now) => Object.fromEntries(Object.entries(now).filter(([field]) => !(field in patch))));
  };
  const draft: SettingsDraft = {
    campaign: { ...blankSettings, line_of_business: viewer.line_of_business, ...chosen, owner: viewer.uid },
    errors,
    change,
  };

  function chooseGoal(next: CampaignGoal) {
    setGoal(next);
    change({ strategy: goalDefaults[next].strategy });
  }

  async function submit(event: React.FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    try {
      const defaults = goal && goalDefaults[goal];
      const weeks = defaults?.weeks ?? usualWeeks;
      const start_on = todayOn();
      const location = defaults && areas[defaults.area];
      const campaign = await create.mutateAsync({
        body: {
          ...chosen,
          name: draft.campaign.name,
          type,
          start_on,
          end_on: addDays(start_on, weeks * 7 - 1),
          total_budget: Math.ceil((monthlyBudget * weeks) / 4),
          ...(defaults && { pacing: defaults.pacing }),
          ...(template !== ""
            ? { template_id: Number(template) }
            : location && { targeting: { ...blankSettings.targeting, locations: [location] } }),
        },
      });
      // What a template has set, or what is missing, comes first.
      const isBasicDone = template === "" && campaign.categories.length > 0 && campaign.language !== null;
      const step = isBasicDone ? "targeting" : "basic";
      await navigate(`/campaigns/${campaign.id}?step=${step}`, { replace: true, state: { created: true } });
    } catch (failure) {
      const messages = failure instanceof ApiError ? Object.entries(failure.errors) : [];
      showInvalid(form, () => setErrors(Object.fromEntries(messages.map(([field, texts]) => [field, texts[0] ?? ""]))));
      if (messages.length === 0) showSnackbar(failure instanceof Error ? failure.message : String(failure));
    }
  }

  return (
    <>
      <PageHeading back={{ to: "/campaigns", label: t("title") }}>{t("goal.heading")}</PageHeading>
      {mayCall(viewer, "createBulkCampaign") && <OwnNote />}
      <WizardSteps steps={wizardSteps} titleOf={(step) => t(`step.${step}`)} step="basic" done={[]} />
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Card flush>
          <div className={styles.section}>
            <GoalChoice value={goal} areas={areas} onChange={chooseGoal} />
          </div>
          <TypeField value={type} isFixed={false} onChange={setType} />
          <BasicStep draft={draft} isNew />
          {templates.length > 0 && (
            <div className={styles.section}>
              <Select
                label={t("create.template")}
                help={t("create.templateHelp")}
                options={[{ value: "", label: t("create.noTemplate") }, ...templates]}
                value={template}
                onChange={setTemplate}
              />
            </div>
          )}
          <div className={`${styles.foot} ${styles.inset}`}>
            <Button onClick={() => void navigate("/campaigns")}>{t("wizard.back")}</Button>
            <span className={styles.saved} />
            <Button
              type="submit"
              variant="primary"
              busy={create.isPending || (goal !== null && areas.isLoading)}
              disabled={draft.campaign.name.trim() === ""}
            >
              {t("create.submit")}
            </Button>
          </div>
        </Card>
      </form>
    </>
  );
}

/** Account managers run most campaigns for customers, and have no budget of their own. */
function OwnNote() {
  const { t } = useTranslation("campaigns");
  const [before, link, after] = t("create.own").split(/<\/?bulk>/);
  return (
    <Note className={styles.started}>
      {before}
      <Link to="/bulk-campaigns/create">{link}</Link>
      {after}
    </Note>
  );
}

/**
 * The language of the screen, in which most people advertise; none for English, which many choose who advertise in
 * another one.
 */
function ownLanguage(): Partial<CampaignSettings> {
  const locale = currentLocale();
  return locale === defaultLanguage ? {} : { language: locale };
}

/** The templates a user can start from: the shared ones for an advertiser, all for staff. */
function useTemplates(viewer: User): Option[] {
  const isAdvertiser = isCustomer(viewer.user_role);
  const own = useCall("listUserTemplates", { params: { user: viewer.uid } }, { enabled: isAdvertiser });
  const query = { per_page: 100, sort: "name" } as const;
  const all = useCall("listCampaignTemplates", { query }, { enabled: mayCall(viewer, "listCampaignTemplates") });
  return [...(own.data ?? []), ...(all.data?.data ?? [])].map(({ id, name }) => ({ value: String(id), label: name }));
}
