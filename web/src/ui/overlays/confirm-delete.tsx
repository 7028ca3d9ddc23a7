import { useTranslation } from "../../i18n/use-translation.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";

type ConfirmDeleteProps = {
  open: boolean;
  /** The name of what is deleted: "Delete Gift boxes for firms". */
  name: string;
  onConfirm: () => unknown;
  onClose: () => void;
};

/** Asks before a deletion, with the fixed text of SHELL-019. */
export function ConfirmDelete({ name, ...asked }: ConfirmDeleteProps) {
  const { t } = useTranslation("ui");
  return (
    <ConfirmDialog
      {...asked}
      title={t("delete.title", { name })}
      lead={t("delete.text")}
      action={t("delete.confirm")}
    />
  );
}
