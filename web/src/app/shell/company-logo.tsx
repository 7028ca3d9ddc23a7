import type { User } from "@litfass/contract/users/users";
import { ImageUp, Pencil } from "lucide-react";
import { useRef } from "react";
import { firstMessage } from "../../api/api-error.ts";
import { setUser } from "../../api/session.ts";
import { useChange } from "../../api/use-call.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { IconButton } from "../../ui/button.tsx";
import { showSnackbar } from "../../ui/feedback/snackbar-store.ts";
import { Icon } from "../../ui/layout/icon.tsx";
import text from "../../ui/layout/text.module.css";
import styles from "./company-logo.module.css";

const types = "image/png,image/jpeg,image/webp,image/gif";

/**
 * The account manager's company logo: a file input at first, then the image with a control to change it (SHELL-016 to
 * SHELL-018).
 */
export function CompanyLogo({ user }: { user: User }) {
  const { t } = useTranslation("shell");
  const input = useRef<HTMLInputElement>(null);
  const upload = useChange("uploadLogo");

  async function store(file: File | undefined) {
    if (!file) return;
    const form = new FormData();
    form.append("logo", file);
    try {
      setUser(await upload.mutateAsync({ form }));
      showSnackbar(t("logo.saved"));
    } catch (error) {
      showSnackbar(firstMessage(error, "logo") ?? (error as Error).message);
    }
    if (input.current) input.current.value = "";
  }

  const picker = (
    <input
      ref={input}
      id="company-logo"
      type="file"
      accept={types}
      className={text.hidden}
      hidden={Boolean(user.company_logo)}
      disabled={upload.isPending}
      onChange={(event) => void store(event.target.files?.[0])}
    />
  );
  if (user.company_logo) {
    return (
      <div className={styles.logo}>
        <img src={user.company_logo} alt={t("logo.alt", { name: user.company_name ?? user.full_name })} />
        <span className={styles.edit}>
          <IconButton
            icon={Pencil}
            label={t("logo.edit")}
            disabled={upload.isPending}
            onClick={() => input.current?.click()}
          />
        </span>
        {picker}
      </div>
    );
  }
  return (
    <div className={styles.empty}>
      {picker}
      <label htmlFor="company-logo" className={styles.choose} aria-busy={upload.isPending || undefined}>
        <Icon of={ImageUp} size={16} />
        {t("logo.choose")}
      </label>
      <span className={styles.help}>{t("logo.help")}</span>
    </div>
  );
}
