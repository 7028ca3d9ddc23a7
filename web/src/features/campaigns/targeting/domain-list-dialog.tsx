import { type DomainList, domainsOf } from "@litfass/contract/targeting/audiences";
import { useState } from "react";
import { ApiError } from "../../../api/api-error.ts";
import { useChange } from "../../../api/use-call.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { TextArea, TextInput } from "../../../ui/inputs/text-input.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { DialogActions } from "../../../ui/overlays/dialog-actions.tsx";
import styles from "../wizard/wizard.module.css";

type DomainListDialogProps = {
  kind: DomainList["kind"];
  owner: string;
  /** Null for a new one. */
  list: DomainList | null;
  onClose: () => void;
  onSaved: (list: DomainList) => void;
};

/** A list's name and its domains, one per line. */
export function DomainListDialog({ kind, owner, list, onClose, onSaved }: DomainListDialogProps) {
  const { t } = useTranslation("campaigns");
  const [name, setName] = useState(list?.name ?? "");
  const [text, setText] = useState(list?.domains.join("\n") ?? "");
  const [errors, setErrors] = useState<{ name?: string | undefined; domains?: string | undefined }>({});
  const create = useChange("createDomainList", ["listChannels"]);
  const change = useChange("changeDomainList", ["listChannels"]);
  const domains = domainsOf(text);

  async function save() {
    const body = { name, domains };
    try {
      const saved = list
        ? await change.mutateAsync({ params: { uid: owner, list: list.id }, body })
        : await create.mutateAsync({ params: { uid: owner }, body: { ...body, kind } });
      onSaved(saved);
    } catch (failure) {
      if (!(failure instanceof ApiError)) return setErrors({ domains: t("failedAction") });
      const entries = Object.entries(failure.errors);
      const first = (field: string) => entries.find(([path]) => path.split(".")[0] === field)?.[1][0];
      setErrors({ name: first("name"), domains: first("domains") ?? (entries.length ? undefined : failure.message) });
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      title={list ? list.name : t(`list.new.${kind}`)}
      lead={t(`help.${kind}`)}
      actions={
        <DialogActions
          onCancel={onClose}
          busy={create.isPending || change.isPending}
          disabled={name.trim() === "" || domains.length === 0}
          onClick={() => void save()}
        >
          {t("action.saveList")}
        </DialogActions>
      }
    >
      <div className={styles.unstyledList}>
        <TextInput
          label={t("field.listName")}
          value={name}
          maxLength={80}
          error={errors.name}
          onChange={(event) => setName(event.target.value)}
        />
        <TextArea
          label={t("field.domains")}
          help={t("help.domains")}
          rows={8}
          value={text}
          error={errors.domains}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
    </Dialog>
  );
}
