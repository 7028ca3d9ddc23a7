import { useTranslation } from "react-i18next";
import { useRouteError } from "react-router";
import { ErrorState } from "../ui/error-state.tsx";
import { Sheet } from "../ui/sheet.tsx";

/** A screen that failed to draw or to arrive: the rest of the app stays. */
export function ScreenError() {
  const { t } = useTranslation("shell");
  const error = useRouteError();
  console.error(error);
  return (
    <Sheet flush>
      <ErrorState title={t("screenError.title")} error={error} onRetry={() => window.location.reload()}>
        {t("screenError.text")}
      </ErrorState>
    </Sheet>
  );
}
