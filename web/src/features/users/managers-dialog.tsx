import { useState } from "react";
import { firstMessage, problemText } from "../../api/api-error.ts";
import { attemptInDialog } from "../../api/attempt.ts";
import { useCall, useChange } from "../../api/use-call.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Note } from "../../ui/feedback/note.tsx";
import { MultiCombobox } from "../../ui/inputs/combobox.tsx";
import type { Option } from "../../ui/inputs/select.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { DialogActions } from "../../ui/overlays/dialog-actions.tsx";
import { nameOf, type Person, userLists } from "./profile/person.ts";
import styles from "./users.module.css";

/** Assigns account managers to a customer. */
export function ManagersDialog({ user, onClose }: { user: Person; onClose: () => void }) {
  const { t } = useTranslation("users-admin");
  const [search, setSearch] = useState("");
  const [chosen, setChosen] = useState<readonly Option[] | null>(null);
  const details = useCall("showUser", { params: { user: user.uid } });
  const found = useCall(
    "listUsers",
    {
      query: {
        group: "account_managers",
        search: search || undefined,
        per_page: 20,
        sort: "full_name",
        direction: "asc",
      },
    },
    { keep: true },
  );
  const save = useChange("assignManagers", userLists);
  const assigned = (details.data?.account_managers ?? []).map(({ uid, full_name }) => ({
    value: uid,
    label: full_name || uid,
  }));
  const value = chosen ?? assigned;
  const name = nameOf(user);

  async function submit(event: React.FormEvent) {
    event.preventDefault();
    const done = await attemptInDialog(
      () => save.mutateAsync({ params: { user: user.uid }, body: { managerIds: value.map(({ value: uid }) => uid) } }),
      value.length === 0 ? t("managersDialog.none", { name }) : t("managersDialog.done", { name, count: value.length }),
    );
    if (done) onClose();
  }
  const problem = save.error ?? details.error;
  return (
    <Dialog
      open
      title={t("managersDialog.title", { name })}
      lead={t("managersDialog.lead")}
      onClose={onClose}
      actions={
        <DialogActions onCancel={onClose} form="managers" disabled={chosen === null} busy={save.isPending}>
          {t("save")}
        </DialogActions>
      }
    >
      <form id="managers" className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        {problem && !firstMessage(problem, "managerIds") && <Note tone="error">{problemText(problem)}</Note>}
        <MultiCombobox
          multiple
          label={t("managersDialog.label")}
          placeholder={t("search")}
          options={(found.data?.data ?? []).map((each) => ({ value: each.uid, label: nameOf(each) }))}
          loading={found.isFetching}
          onSearch={setSearch}
          disabled={!details.data}
          error={firstMessage(save.error, "managerIds")}
          value={value}
          onChange={setChosen}
        />
      </form>
    </Dialog>
  );
}
