import { Outlet } from "react-router";
import { Logo } from "../ui/layout/logo.tsx";
import styles from "./auth-layout.module.css";
import { DarkSwitch } from "./shell/dark-switch.tsx";
import { Fetching } from "./shell/fetching.tsx";
import { Footer } from "./shell/footer.tsx";
import { LanguageSelect } from "./shell/language-select.tsx";
import { SandboxBanner } from "./shell/sandbox-banner.tsx";

/** The layout of the sign-in screens: the form on the advertising column, the logo above it (UI-AUTH-007). */
export function AuthLayout() {
  return (
    <div className={styles.page}>
      <SandboxBanner />
      <header className={styles.bar}>
        <LanguageSelect />
        <DarkSwitch />
      </header>
      <div className={styles.middle}>
        <svg width="474" height="74" viewBox="0 0 474 74" aria-hidden="true" className={styles.cap}>
          <g fill="var(--ink)">
            <circle cx="237" cy="5" r="5" />
            <path d="M29 60C60 26 140 11 237 11s177 15 208 49z" />
            <rect x="8" y="60" width="458" height="14" rx="2" />
          </g>
        </svg>
        <main className={styles.card}>
          <div className={styles.logo}>
            <Logo size={38} />
          </div>
          <Outlet />
        </main>
        <svg width="474" height="30" viewBox="0 0 474 30" aria-hidden="true" className={styles.plinth}>
          <rect x="8" width="458" height="30" rx="2" fill="var(--ink)" />
        </svg>
      </div>
      <Footer centered />
      <Fetching />
    </div>
  );
}
