import type { ComponentProps } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Button } from "../button.tsx";

type DialogActionsProps = ComponentProps<typeof Button> & { onCancel: () => void };

/** The footer of a dialog: Cancel and the main action. With `form` the button submits the form with this id. */
export function DialogActions({ onCancel, variant = "primary", ...action }: DialogActionsProps) {
  const { t } = useTranslation("ui");
  return (
    <>
      <Button onClick={onCancel}>{t("cancel")}</Button>
      <Button type={action.form ? "submit" : "button"} variant={variant} {...action} />
    </>
  );
}
