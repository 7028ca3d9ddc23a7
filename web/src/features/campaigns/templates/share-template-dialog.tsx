import type { CampaignTemplate } from "@litfass/contract/campaigns/campaign-templates";
import { isCustomer } from "@litfass/contract/kernel/roles";
import { X } from "lucide-react";
import { useState } from "react";
import { call } from "../../../api/api.ts";
import { useCall, useChange } from "../../../api/use-call.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { Combobox } from "../../../ui/inputs/combobox.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { useDebouncedValue } from "../../../ui/use-debounced-value.ts";
import styles from "../wizard/wizard.module.css";

type ShareTemplateDialogProps = { template: CampaignTemplate; onClose: () => void };

/** Shares a template with advertisers, who can then start a campaign from it (API-USER-019). */
export function ShareTemplateDialog({ template, onClose }: ShareTemplateDialogProps) {
  const { t } = useTranslation("campaigns");
  const [text, setText] = useState("");
  const search = useDebouncedValue(text.trim(), 250);
  const params = { campaignTemplate: template.id };
  const sharing = useCall("listTemplateUsers", { params }, { staleMs: 0 });
  const found = useCall(
    "listAssignableCustomers",
    { query: { search, per_page: 20 } },
    { enabled: search.length > 0, keep: true },
  );
  const store = useChange("setUserTemplates", ["listTemplateUsers", "listCampaignTemplates", "listUserTemplates"]);
  const users = sharing.data ?? [];
  const options = (search ? (found.data?.data ?? []) : []).filter(
    ({ uid, user_role }) => isCustomer(user_role) && !users.some((user) => user.uid === uid),
  );

  /** The user's templates with or without this one. */
  async function share(uid: string, add: boolean) {
    try {
      const own = await call("listUserTemplates", { params: { user: uid } });
      const others = own.map(({ id }) => id).filter((id) => id !== template.id);
      const template_ids = add ? [...others, template.id] : others;
      await store.mutateAsync({ params: { user: uid }, body: { template_ids } });
      setText("");
    } catch {
      showSnackbar(t("failedAction"));
    }
  }

  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      title={t("template.shareTitle", { name: template.name })}
      lead={t("template.shareLead")}
      actions={
        <Button variant="primary" onClick={onClose}>
          {t("action.close")}
        </Button>
      }
    >
      <div className={styles.unstyledList}>
        <Combobox
          key={users.length}
          label={t("template.user")}
          help={t("template.userHelp")}
          options={options.map(({ uid, full_name, email }) => ({
            value: uid,
            label: email ? `${full_name}, ${email}` : full_name,
          }))}
          loading={found.isFetching}
          value={null}
          onSearch={setText}
          onChange={(option) => option && void share(option.value, true)}
        />
        <ul className={styles.unstyledList}>
          {users.map(({ uid, full_name }) => (
            <li key={uid} className={styles.listRow}>
              {full_name || uid}
              <Button
                small
                icon={X}
                aria-label={t("action.removePlace", { name: full_name || uid })}
                onClick={() => void share(uid, false)}
              >
                {t("template.unshare")}
              </Button>
            </li>
          ))}
        </ul>
        {sharing.data?.length === 0 && <p className={styles.caption}>{t("template.nobody")}</p>}
      </div>
    </Dialog>
  );
}
