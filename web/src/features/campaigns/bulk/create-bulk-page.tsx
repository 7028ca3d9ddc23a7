import type { CampaignType } from "@litfass/contract/campaigns/campaigns";
import { useState } from "react";
import { useNavigate } from "react-router";
import { ApiError, problemText } from "../../../api/api-error.ts";
import { useChange } from "../../../api/use-call.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { PageHeading } from "../../../ui/layout/page-heading.tsx";
import { showInvalid } from "../../../ui/show-invalid.ts";
import { BasicStep } from "../wizard/basic-step.tsx";
import { blankSettings, type CampaignSettings } from "../wizard/blank-settings.ts";
import { TypeField } from "../wizard/type-field.tsx";
import type { SettingsDraft } from "../wizard/use-draft.ts";
import styles from "../wizard/wizard.module.css";
import { WizardSteps } from "../wizard/wizard-steps.tsx";
import { bulkSteps, placeOf } from "./bulk-steps.ts";
import { useStepName } from "./use-step-name.ts";

/** The form for a new bulk campaign; from then on everything is saved on the server (ROUTE-014). */
export function CreateBulkPage() {
  const { t } = useTranslation("bulk");
  const navigate = useNavigate();
  const [settings, setSettings] = useState(blankSettings);
  const [type, setType] = useState<CampaignType>("display");
  const nameOf = useStepName(type);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const create = useChange("createBulkCampaign", ["listBulkCampaigns"]);
  const draft: SettingsDraft = {
    campaign: { ...settings, owner: null },
    errors,
    change: (patch) => setSettings((now) => ({ ...now, ...(patch as Partial<CampaignSettings>) })),
  };

  async function submit(event: React.FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const { name, categories, language, strategy } = settings;
    try {
      const { id } = await create.mutateAsync({ body: { type, name, categories, language, strategy } });
      await navigate(placeOf(id, "targeting"), { replace: true });
    } catch (failure) {
      const fields = failure instanceof ApiError ? Object.entries(failure.errors) : [];
      showInvalid(form, () => setErrors(Object.fromEntries(fields.map(([field, [text = ""]]) => [field, text]))));
      if (fields.length === 0) showSnackbar(problemText(failure));
    }
  }

  return (
    <>
      <PageHeading back={{ to: "/bulk-campaigns", label: t("title") }} lead={t("create.lead")}>
        {t("create.heading")}
      </PageHeading>
      <WizardSteps steps={bulkSteps} titleOf={nameOf} step="basic" done={[]} />
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Card flush>
          <TypeField value={type} isFixed={false} onChange={setType} />
          <BasicStep draft={draft} />
          <div className={`${styles.foot} ${styles.inset}`}>
            <Button onClick={() => void navigate("/bulk-campaigns")}>{t("action.back")}</Button>
            <span className={styles.saved} />
            <Button type="submit" variant="primary" busy={create.isPending} disabled={settings.name.trim() === ""}>
              {t("create.submit")}
            </Button>
          </div>
        </Card>
      </form>
    </>
  );
}
