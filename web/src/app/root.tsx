import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClientProvider } from "@tanstack/react-query";
import { Suspense } from "react";
import { Outlet, ScrollRestoration } from "react-router";
import { queryClient } from "../data/use-call.ts";
import { SnackbarHost } from "../ui/snackbar.tsx";

/** What every screen stands in: queries, snackbars, and scrolling to the top on the way to another screen (NAV-002). */
export function Root() {
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <Suspense fallback={null}>
          <Outlet />
        </Suspense>
        <SnackbarHost />
        <ScrollRestoration />
      </QueryClientProvider>
    </CSPProvider>
  );
}
