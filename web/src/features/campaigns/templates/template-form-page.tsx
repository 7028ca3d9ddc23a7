import { useState } from "react";
import { useNavigate, useParams } from "react-router";
import { ApiError } from "../../../api/api-error.ts";
import { useCall, useChange } from "../../../api/use-call.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorState } from "../../../ui/feedback/error-state.tsx";
import { SkeletonRows } from "../../../ui/feedback/skeleton.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { PageHeading } from "../../../ui/layout/page-heading.tsx";
import { showInvalid } from "../../../ui/show-invalid.ts";
import { TargetingStep } from "../targeting/targeting-step.tsx";
import { BasicStep } from "../wizard/basic-step.tsx";
import { blankSettings, type CampaignSettings } from "../wizard/blank-settings.ts";
import type { SettingsDraft } from "../wizard/use-draft.ts";
import styles from "../wizard/wizard.module.css";

/** The form for a new campaign template (ROUTE-037). */
export function CreateTemplatePage() {
  return <TemplateForm id={null} saved={blankSettings} />;
}

/** Edits one campaign template (ROUTE-038). */
export function EditTemplatePage() {
  const { t } = useTranslation("campaigns");
  const id = Number(useParams().id);
  const template = useCall("showCampaignTemplate", { params: { campaignTemplate: id } });
  if (template.error && !template.data) {
    return (
      <ErrorState title={t("template.failedOne")} error={template.error} onRetry={() => void template.refetch()} />
    );
  }
  if (!template.data) return <SkeletonRows rows={6} />;
  return <TemplateForm key={id} id={id} saved={template.data} />;
}

function TemplateForm({ id, saved }: { id: number | null; saved: CampaignSettings }) {
  const { t } = useTranslation("campaigns");
  const navigate = useNavigate();
  const [settings, setSettings] = useState<CampaignSettings>(saved);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const create = useChange("createCampaignTemplate", ["listCampaignTemplates"]);
  const change = useChange("changeCampaignTemplate", ["listCampaignTemplates", "showCampaignTemplate"]);
  const draft: SettingsDraft = {
    campaign: { ...settings, owner: null },
    errors,
    change: (patch) => setSettings((now) => ({ ...now, ...(patch as Partial<CampaignSettings>) })),
  };

  async function save(event: React.FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const { name, categories, line_of_business, language, strategy, performance_goal, targeting, feed_url } = settings;
    const body = { name, categories, line_of_business, language, strategy, performance_goal, targeting, feed_url };
    try {
      if (id === null) await create.mutateAsync({ body });
      else await change.mutateAsync({ params: { campaignTemplate: id }, body });
      showSnackbar(t("template.saved", { name }));
      await navigate("/templates");
    } catch (failure) {
      if (!(failure instanceof ApiError)) return showSnackbar(t("failedAction"));
      const texts = Object.entries(failure.errors).map(([field, messages]) => [field, messages[0] ?? ""] as const);
      showInvalid(form, () => setErrors(Object.fromEntries(texts)));
      if (texts.length === 0) showSnackbar(failure.message);
    }
  }

  return (
    <>
      <PageHeading back={{ to: "/templates", label: t("template.title") }}>
        {id === null ? t("template.newHeading") : saved.name}
      </PageHeading>
      <form onSubmit={(event) => void save(event)} noValidate>
        <Card flush>
          <BasicStep draft={draft} />
          <TargetingStep draft={draft} />
          <div className={`${styles.foot} ${styles.inset}`}>
            <Button onClick={() => void navigate("/templates")}>{t("wizard.back")}</Button>
            <span className={styles.saved} />
            <Button
              type="submit"
              variant="primary"
              busy={create.isPending || change.isPending}
              disabled={settings.name.trim() === ""}
            >
              {t("template.save")}
            </Button>
          </div>
        </Card>
      </form>
    </>
  );
}
