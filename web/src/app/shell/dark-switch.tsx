import { Moon, Sun } from "lucide-react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Switch } from "../../ui/inputs/switch.tsx";
import { Icon } from "../../ui/layout/icon.tsx";
import { setDark, useDark } from "../../ui/theme.ts";

/** Dark mode on and off. */
export function DarkSwitch() {
  const { t } = useTranslation("shell");
  const dark = useDark();
  return (
    <Switch label={t("darkMode")} on={dark} onChange={setDark}>
      <Icon of={dark ? Moon : Sun} size={12} />
    </Switch>
  );
}
