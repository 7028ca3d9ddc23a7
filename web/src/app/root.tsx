import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClientProvider } from "@tanstack/react-query";
import { Suspense } from "react";
import { BrowserRouter } from "react-router";
import { queryClient } from "../api/use-call.ts";
import { SnackbarHost } from "../ui/feedback/snackbar.tsx";
import { AppRoutes } from "./routes.tsx";
import { ScreenError } from "./screen-error.tsx";
import { ScrollToTop } from "./scroll-to-top.tsx";

/** The app: paths without hash (NAV-003), queries, snackbars, and the error boundary around screens. */
export function Root() {
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <BrowserRouter>
          <ScreenError path="">
            <Suspense fallback={null}>
              <AppRoutes />
            </Suspense>
          </ScreenError>
          <ScrollToTop />
        </BrowserRouter>
        <SnackbarHost />
      </QueryClientProvider>
    </CSPProvider>
  );
}
