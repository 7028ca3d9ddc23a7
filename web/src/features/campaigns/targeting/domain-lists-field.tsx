import type { DomainList } from "@litfass/contract/targeting/audiences";
import { useQueries } from "@tanstack/react-query";
import { ListPlus, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { call } from "../../../api/api.ts";
import { ApiError } from "../../../api/api-error.ts";
import { useChange } from "../../../api/use-call.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { Checkbox } from "../../../ui/inputs/checkbox.tsx";
import choices from "../../../ui/inputs/choices.module.css";
import { Menu } from "../../../ui/overlays/menu.tsx";
import styles from "../wizard/wizard.module.css";
import { DomainListDialog } from "./domain-list-dialog.tsx";

type DomainListsFieldProps = {
  kind: DomainList["kind"];
  /** The owners whose lists are offered; new lists belong to the first. */
  owners: string[];
  value: number[];
  error: string | undefined;
  onChange: (ids: number[]) => void;
};

/** Chooses, creates and edits named domain lists (AGENCY-006). */
export function DomainListsField({ kind, owners, value, error, onChange }: DomainListsFieldProps) {
  const { t } = useTranslation("campaigns");
  const [edited, setEdited] = useState<DomainList | "new" | null>(null);
  const loaded = useQueries({
    queries: owners.map((uid) => ({
      queryKey: ["listChannels", { params: { uid } }],
      queryFn: () => call("listChannels", { params: { uid } }),
    })),
  });
  const lists = loaded.flatMap(({ data }) => data ?? []).filter((list) => list.kind === kind);
  const remove = useChange("deleteDomainList", ["listChannels"]);

  async function removeList(list: DomainList) {
    try {
      await remove.mutateAsync({ params: { uid: list.owner, list: list.id } });
      showSnackbar(t("list.removed", { name: list.name }));
    } catch (failure) {
      const inUse = failure instanceof ApiError && failure.status === 409;
      showSnackbar(inUse ? t("list.inUse", { name: list.name }) : t("failedAction"));
    }
  }

  return (
    <fieldset>
      <legend className={choices.legend}>{t(`field.${kind}`)}</legend>
      <p className={styles.caption}>{t(`help.${kind}`)}</p>
      {error && <Note tone="error">{error}</Note>}
      <ul className={styles.unstyledList} style={{ margin: "10px 0" }}>
        {lists.map((list) => (
          <li key={list.id} className={styles.listRow}>
            <Checkbox
              checked={value.includes(list.id)}
              onChange={(event) =>
                onChange(event.target.checked ? [...value, list.id] : value.filter((id) => id !== list.id))
              }
            >
              {t("list.option", { name: list.name, count: list.domains.length })}
            </Checkbox>
            <Menu
              label={t("actionsFor", { name: list.name })}
              entries={[
                { label: t("action.edit"), icon: Pencil, onSelect: () => setEdited(list) },
                { label: t("action.delete"), icon: Trash2, danger: true, onSelect: () => void removeList(list) },
              ]}
            />
          </li>
        ))}
      </ul>
      <Button icon={ListPlus} small onClick={() => setEdited("new")}>
        {t(`list.new.${kind}`)}
      </Button>
      {edited && (
        <DomainListDialog
          kind={kind}
          owner={edited === "new" ? (owners[0] ?? "") : edited.owner}
          list={edited === "new" ? null : edited}
          onClose={() => setEdited(null)}
          onSaved={(saved) => {
            setEdited(null);
            if (!value.includes(saved.id)) onChange([...value, saved.id]);
          }}
        />
      )}
    </fieldset>
  );
}
