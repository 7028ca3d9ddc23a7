import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../button.tsx";

type DialogActionsProps = ComponentProps<typeof Button> & { onCancel: () => void };

/** What a dialog ends with: Cancel, and the one thing it does. With `form` that sends the form of this id. */
export function DialogActions({ onCancel, variant = "primary", ...action }: DialogActionsProps) {
  const { t } = useTranslation("ui");
  return (
    <>
      <Button onClick={onCancel}>{t("cancel")}</Button>
      <Button type={action.form ? "submit" : "button"} variant={variant} {...action} />
    </>
  );
}
