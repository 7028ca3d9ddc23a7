import type { User } from "@litfass/contract/users/users";
import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Icon } from "../../ui/layout/icon.tsx";
import { lazyPart } from "../../ui/layout/lazy-part.tsx";
import styles from "./palette-button.module.css";

const Palette = lazyPart(async () => (await import("./palette.tsx")).Palette);

/** Apple keyboards use ⌘ instead of Ctrl. */
const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Opens the command palette: the button in the top bar, or Ctrl-K and ⌘-K anywhere. */
export function PaletteButton({ user }: { user: User }) {
  const { t } = useTranslation("shell");
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const [ready, setReady] = useState(false);
  useEarlyKeys(open && !ready, setTyped, () => setOpen(false));
  useEffect(() => {
    if (open) return;
    setTyped("");
    setReady(false);
  }, [open]);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== "k")
        return;
      event.preventDefault();
      setOpen((now) => !now);
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-label={t("palette.open")}
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Icon of={Search} size={16} />
        <span className={styles.label}>{t("palette.button")}</span>
        <kbd className={styles.keys}>{isApple ? "⌘ K" : "Ctrl K"}</kbd>
      </button>
      {open && (
        <Palette
          user={user}
          typed={typed}
          onType={setTyped}
          onReady={() => setReady(true)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/**
 * Captures typing between the shortcut that opens the palette and its input taking the focus, because the palette may
 * still be loading.
 */
function useEarlyKeys(listening: boolean, change: (edit: (text: string) => string) => void, cancel: () => void) {
  useEffect(() => {
    if (!listening) return;
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (event.key === "Escape") cancel();
      else if (event.key === "Backspace") change((text) => text.slice(0, -1));
      else if (event.key.length === 1) change((text) => text + event.key);
      // The keys must not trigger anything else, such as the focused button.
      event.preventDefault();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  });
}
