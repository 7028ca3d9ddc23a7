import { wizardSteps } from "@litfass/contract/campaigns/campaigns";
import { defaultLanguage } from "@litfass/contract/kernel/language";
import { isCustomer } from "@litfass/contract/kernel/roles";
import type { User } from "@litfass/contract/users/users";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { ApiError, firstMessage } from "../../../api/api-error.ts";
import { mayCall } from "../../../api/may-call.ts";
import { useSignedInUser } from "../../../api/session.ts";
import { useCall, useChange } from "../../../api/use-call.ts";
import { currentLocale } from "../../../i18n/i18n.ts";
import { Button } from "../../../ui/button.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { addDays, todayOn } from "../../../ui/inputs/date-range.ts";
import { type Option, Select } from "../../../ui/inputs/select.tsx";
import { TextInput } from "../../../ui/inputs/text-input.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { PageHeading } from "../../../ui/layout/page-heading.tsx";
import { useCampaignDefaults, useMonthlyBudget } from "../use-campaign-defaults.ts";
import styles from "./wizard.module.css";
import { WizardSteps } from "./wizard-steps.tsx";

/**
 * A new campaign starts with its name and a proposed budget and period; from then on everything is saved on the
 * server (ROUTE-033).
 */
export function CreateCampaignPage() {
  const { t } = useTranslation("campaigns");
  const navigate = useNavigate();
  const viewer = useSignedInUser();
  const [name, setName] = useState("");
  const [template, setTemplate] = useState("");
  const templates = useTemplates(viewer);
  const { weeks } = useCampaignDefaults();
  const monthlyBudget = useMonthlyBudget(viewer.currency);
  const create = useChange("createCampaign", ["listCampaigns", "countCampaigns"]);
  const error = firstMessage(create.error, "name");

  async function submit(event: React.FormEvent) {
    event.preventDefault();
    try {
      const template_id = template === "" ? undefined : Number(template);
      const start_on = todayOn();
      const period = { start_on, end_on: addDays(start_on, weeks * 7 - 1) };
      const language = template_id === undefined ? ownLanguage() : undefined;
      const body = { name, template_id, language, ...period, total_budget: Math.ceil((monthlyBudget * weeks) / 4) };
      const campaign = await create.mutateAsync({ body });
      await navigate(`/campaigns/${campaign.id}?step=basic`, { replace: true, state: { created: true } });
    } catch (failure) {
      if (!(failure instanceof ApiError) || !failure.errors.name) showSnackbar(String((failure as Error).message));
    }
  }

  return (
    <>
      <PageHeading back={{ to: "/campaigns", label: t("title") }}>{t("create.heading")}</PageHeading>
      {mayCall(viewer, "createBulkCampaign") && <OwnNote />}
      <WizardSteps steps={wizardSteps} titleOf={(step) => t(`step.${step}`)} step="basic" done={[]} />
      <Card>
        <form onSubmit={(event) => void submit(event)} noValidate>
          <TextInput
            label={t("field.name")}
            help={t("create.help")}
            error={error}
            value={name}
            maxLength={100}
            autoFocus
            required
            onChange={(event) => setName(event.target.value)}
          />
          {templates.length > 0 && (
            <div style={{ marginTop: 16 }}>
              <Select
                label={t("create.template")}
                help={t("create.templateHelp")}
                options={[{ value: "", label: t("create.noTemplate") }, ...templates]}
                value={template}
                onChange={setTemplate}
              />
            </div>
          )}
          <div className={styles.foot}>
            <Button onClick={() => void navigate("/campaigns")}>{t("wizard.back")}</Button>
            <span className={styles.saved} />
            <Button type="submit" variant="primary" busy={create.isPending} disabled={name.trim() === ""}>
              {t("create.submit")}
            </Button>
          </div>
        </form>
      </Card>
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
 * The language of the screen, in which most people advertise; undefined for English, which many choose who advertise in
 * another one.
 */
function ownLanguage(): string | undefined {
  const locale = currentLocale();
  return locale === defaultLanguage ? undefined : locale;
}

/** The templates a user can start from: the shared ones for an advertiser, all for staff. */
function useTemplates(viewer: User): Option[] {
  const isAdvertiser = isCustomer(viewer.user_role);
  const own = useCall("listUserTemplates", { params: { user: viewer.uid } }, { enabled: isAdvertiser });
  const query = { per_page: 100, sort: "name" } as const;
  const all = useCall("listCampaignTemplates", { query }, { enabled: mayCall(viewer, "listCampaignTemplates") });
  return [...(own.data ?? []), ...(all.data?.data ?? [])].map(({ id, name }) => ({ value: String(id), label: name }));
}
