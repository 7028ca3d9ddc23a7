import { Component, type ReactNode, useEffect } from "react";
import { useTranslation } from "../i18n/use-translation.ts";
import { ErrorState } from "../ui/feedback/error-state.tsx";
import { Card } from "../ui/layout/card.tsx";

type ScreenErrorProps = { /** A change of path resets the error. */ path: string; children: ReactNode };

/** Error boundary per screen: catches render and chunk-loading errors. */
export class ScreenError extends Component<ScreenErrorProps, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override componentDidUpdate(before: ScreenErrorProps): void {
    if (before.path !== this.props.path && this.state.error) this.setState({ error: null });
  }

  override render(): ReactNode {
    return this.state.error ? <Failed error={this.state.error} /> : this.props.children;
  }
}

function Failed({ error }: { error: unknown }) {
  const { t } = useTranslation("shell");
  const isOffline = !navigator.onLine;
  useEffect(() => {
    if (!isOffline) return;
    const again = () => window.location.reload();
    window.addEventListener("online", again);
    return () => window.removeEventListener("online", again);
  }, [isOffline]);
  return (
    <Card flush>
      {isOffline ? (
        // No retry button: reloading while offline would leave the app for the browser's error page.
        <ErrorState title={t("screenError.title")}>{t("screenError.offline")}</ErrorState>
      ) : (
        <ErrorState title={t("screenError.title")} error={error} onRetry={() => window.location.reload()}>
          {t("screenError.text")}
        </ErrorState>
      )}
    </Card>
  );
}
