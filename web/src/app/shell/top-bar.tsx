import type { User } from "@litfass/contract/users/users";
import { ChevronRight, LogOut, Menu } from "lucide-react";
import { useEffect, useSyncExternalStore } from "react";
import { Link, useLocation } from "react-router";
import { loading } from "../../api/client/loading.ts";
import { signOut } from "../../features/identity/sign-out.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { useBrand } from "../../ui/brand.ts";
import { IconButton } from "../../ui/button.tsx";
import { Avatar } from "../../ui/layout/avatar.tsx";
import { Icon } from "../../ui/layout/icon.tsx";
import { Logo, Mark } from "../../ui/layout/logo.tsx";
import { PaletteButton } from "../command-palette/palette-button.tsx";
import { home } from "../navigation.ts";
import { screenOf } from "../screens.ts";
import { DarkSwitch } from "./dark-switch.tsx";
import { LanguageSelect } from "./language-select.tsx";
import styles from "./top-bar.module.css";

type TopBarProps = {
  user: User /** Opens the drawer; absent if there is no side menu. */;
  onMenu?: (() => void) | undefined;
};

/** Breadcrumb, language, dark mode and the signed-in user; the progress line runs along its lower edge. */
export function TopBar({ user, onMenu }: TopBarProps) {
  const { t } = useTranslation("shell");
  const { name: operator } = useBrand();
  const { pathname } = useLocation();
  const running = useSyncExternalStore(loading.subscribe, loading.shown);
  const found = screenOf(pathname);
  const here = found ? t(`screens.${found.screen.name}`) : null;
  const name = user.displayName || user.full_name || (user.email ?? "");

  useEffect(() => {
    document.title = here ? `${here} – ${operator}` : operator;
  }, [here, operator]);

  return (
    <header className={styles.top}>
      {running > 0 && <div role="progressbar" aria-label={t("progress")} className={styles.progress} />}
      {onMenu && (
        <span className={styles.narrow}>
          <IconButton icon={Menu} label={t("menu.open")} aria-controls="side-menu" onClick={onMenu} />
        </span>
      )}
      {onMenu ? (
        <Link to={home} className={styles.narrow} aria-label={t("menu.home")}>
          <Mark />
        </Link>
      ) : (
        <Logo />
      )}
      <div className={styles.crumb}>
        {user.company_name && (
          <>
            <span>{user.company_name}</span>
            {here && <Icon of={ChevronRight} size={16} />}
          </>
        )}
        {here && <strong>{here}</strong>}
      </div>
      <div className={styles.gap} />
      {onMenu && <PaletteButton user={user} />}
      <LanguageSelect />
      <DarkSwitch />
      <Link to="/account" className={styles.who} aria-label={t("who", { name, email: user.email ?? "" })}>
        <div className={styles.identity}>
          <div className={styles.name}>{name}</div>
          {name !== user.email && <div className={styles.mail}>{user.email}</div>}
        </div>
        <Avatar name={name} photo={user.photo_url} />
      </Link>
      {!onMenu && <IconButton icon={LogOut} label={t("menu.signOut")} onClick={() => void signOut()} />}
    </header>
  );
}
