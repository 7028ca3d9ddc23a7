import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClientProvider } from "@tanstack/react-query";
import { Suspense, useEffect } from "react";
import { unstable_HistoryRouter as HistoryRouter, useLocation, useNavigationType } from "react-router";
import { queryClient } from "../api/use-call.ts";
import { SnackbarHost } from "../ui/feedback/snackbar.tsx";
import { createGuardedHistory } from "../ui/unsaved/guarded-history.ts";
import { HistoryContext } from "../ui/unsaved/unsaved-changes.tsx";
import { BrandOnPage } from "./brand-on-page.tsx";
import { useHeadingFocus } from "./heading-focus.ts";
import { AppRoutes } from "./routes.tsx";
import { ScreenError } from "./screen-error.tsx";

const history = createGuardedHistory();

/** The app: paths without hash (NAV-003), queries, snackbars, and the error boundary around screens. */
export function Root() {
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <HistoryContext value={history}>
          <HistoryRouter history={history}>
            <ScreenError path="">
              <Suspense fallback={null}>
                <AppRoutes />
              </Suspense>
            </ScreenError>
            <AfterNavigation />
          </HistoryRouter>
        </HistoryContext>
        <BrandOnPage />
        <SnackbarHost />
      </QueryClientProvider>
    </CSPProvider>
  );
}

/**
 * Navigation starts at the top of the new screen (NAV-002) and at its heading; going back restores the browser's scroll
 * position.
 */
function AfterNavigation() {
  useHeadingFocus();
  const { pathname } = useLocation();
  const kind = useNavigationType();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the path changes.
  useEffect(() => {
    if (kind !== "POP") window.scrollTo(0, 0);
  }, [pathname]);
  return null;
}
