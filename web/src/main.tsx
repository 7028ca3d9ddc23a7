import "./strict-validation.ts";
import "@fontsource-variable/inter/opsz.css";
import "./ui/fonts/inter.css";
import "./ui/tokens.css";
import "./ui/base.css";
import "./ui/print.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import type { CallResult } from "./api/api.ts";
import { watchSession } from "./api/client/session-watch.ts";
import { loadSession, loadSite } from "./api/enter-session.ts";
import { queryClient } from "./api/use-call.ts";
import { routeAt } from "./app/client-routes.ts";
import { Root } from "./app/root.tsx";
import { startTexts } from "./i18n/i18n.ts";
import { applyBrand } from "./ui/brand.ts";
import { printInLight } from "./ui/theme.ts";

// Session, texts and screen load in parallel; the calls first, because a browser limits its connections to a server.
const route = routeAt(location.pathname);
const site = loadSite();
const texts = startTexts(route?.texts ?? []);
const session = loadSession(texts);
route?.load().catch(() => undefined);
// The app mounts whether or not the calls succeed (STATE-033).
await Promise.all([texts, session, site]);
applyBrand(queryClient.getQueryData<CallResult<"showSite">>(["showSite", {}])?.brand);
void watchSession(() => void loadSession());

printInLight();

const place = document.getElementById("app");
if (place) {
  createRoot(place).render(
    <StrictMode>
      <Root />
    </StrictMode>,
  );
}
