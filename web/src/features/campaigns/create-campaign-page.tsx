import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { ApiError, firstMessage } from "../../data/api-error.ts";
import { useChange } from "../../data/use-call.ts";
import { Button } from "../../ui/button.tsx";
import { PageHeading, Sheet } from "../../ui/sheet.tsx";
import { showSnackbar } from "../../ui/snackbar-store.ts";
import { TextInput } from "../../ui/text-input.tsx";
import styles from "./wizard.module.css";
import { WizardSteps } from "./wizard-steps.tsx";

/** A new campaign begins with its name; from then on everything is saved on the server (ROUTE-033). */
export function CreateCampaignPage() {
  const { t } = useTranslation("campaigns");
  const navigate = useNavigate();
  const [name, setName] = useState("");
  const create = useChange("createCampaign", ["listCampaigns", "countCampaigns"]);
  const error = firstMessage(create.error, "name");

  async function submit(event: React.FormEvent) {
    event.preventDefault();
    try {
      const campaign = await create.mutateAsync({ body: { name } });
      await navigate(`/campaigns/${campaign.id}?step=basic`, { replace: true });
    } catch (failure) {
      if (!(failure instanceof ApiError) || !failure.errors.name) showSnackbar(String((failure as Error).message));
    }
  }

  return (
    <>
      <PageHeading back={{ to: "/campaigns", label: t("title") }}>{t("create.heading")}</PageHeading>
      <WizardSteps step="basic" done={[]} />
      <Sheet>
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
          <div className={styles.foot}>
            <Button onClick={() => void navigate("/campaigns")}>{t("wizard.back")}</Button>
            <span className={styles.saved} />
            <Button type="submit" variant="primary" busy={create.isPending} disabled={name.trim() === ""}>
              {t("create.submit")}
            </Button>
          </div>
        </form>
      </Sheet>
    </>
  );
}
