import { Autocomplete } from "@base-ui/react/autocomplete";
import type { User } from "@litfass/contract/users/users";
import { CornerDownLeft, type LucideIcon, Megaphone, Search, UserRound } from "lucide-react";
import { useNavigate } from "react-router";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Icon } from "../../ui/layout/icon.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { iconOf } from "../shell/menu-icons.ts";
import styles from "./palette.module.css";
import type { PaletteEntry } from "./palette-entry.ts";
import { usePalette } from "./use-palette.ts";

type PaletteProps = {
  user: User;
  typed: string;
  onType: (text: string) => void;
  /** The input has the focus and handles the keys from now on. */
  onReady: () => void;
  onClose: () => void;
};
type Group = { kind: PaletteEntry["kind"]; items: PaletteEntry[] };

/** The command palette: jumps to a screen, a customer or a campaign. */
export function Palette({ user, typed, onType, onReady, onClose }: PaletteProps) {
  const { t } = useTranslation("shell");
  const navigate = useNavigate();
  const { groups, searching } = usePalette(user, typed);
  const go = (entry: PaletteEntry) => {
    onClose();
    if (entry.outside) window.open(entry.to, "_blank", "noreferrer");
    else void navigate(entry.to);
  };
  return (
    <Dialog open onClose={onClose} title={t("palette.title")} size="palette">
      {/* Escape closes the dialog even while the list has the focus. */}
      <div className={styles.palette} onKeyDownCapture={(event) => event.key === "Escape" && onClose()}>
        <Autocomplete.Root
          open
          inline
          mode="none"
          items={groups}
          value={typed}
          onValueChange={(text, { reason }) => reason !== "item-press" && onType(text)}
          itemToStringValue={(entry: PaletteEntry) => entry.label}
          autoHighlight="always"
          keepHighlight
        >
          <Autocomplete.InputGroup className={styles.box}>
            <Icon of={Search} />
            <Autocomplete.Input
              autoFocus
              onFocus={onReady}
              className={styles.input}
              aria-label={t("palette.title")}
              placeholder={t("palette.placeholder")}
            />
          </Autocomplete.InputGroup>
          <Autocomplete.List className={styles.list}>
            {(group: Group) => (
              <Autocomplete.Group key={group.kind} items={group.items} className={styles.group}>
                <Autocomplete.GroupLabel className={styles.groupName}>
                  {t(`palette.kind.${group.kind}`)}
                </Autocomplete.GroupLabel>
                <Autocomplete.Collection>
                  {(entry: PaletteEntry) => (
                    <Autocomplete.Item key={entry.to} value={entry} className={styles.item} onClick={() => go(entry)}>
                      <Icon of={pictureOf(entry)} />
                      <span className={styles.names}>
                        <span className={styles.label}>{entry.label}</span>
                        {entry.hint && <span className={styles.hint}>{entry.hint}</span>}
                      </span>
                      <span className={styles.enter}>
                        <Icon of={CornerDownLeft} size={16} />
                      </span>
                    </Autocomplete.Item>
                  )}
                </Autocomplete.Collection>
              </Autocomplete.Group>
            )}
          </Autocomplete.List>
          <Autocomplete.Status className={styles.status}>
            {searching
              ? t("palette.searching")
              : groups.length === 0
                ? t("palette.none", { text: typed.trim() })
                : null}
          </Autocomplete.Status>
        </Autocomplete.Root>
      </div>
    </Dialog>
  );
}

const pictureOf = ({ kind, screen }: PaletteEntry): LucideIcon =>
  screen ? iconOf(screen) : kind === "campaign" ? Megaphone : UserRound;
