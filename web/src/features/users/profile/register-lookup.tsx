import { Search } from "lucide-react";
import { useState } from "react";
import { useFormContext } from "react-hook-form";
import { call } from "../../../api/api.ts";
import { firstMessage, problemText } from "../../../api/api-error.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { TextInput } from "../../../ui/inputs/text-input.tsx";
import type { ProfileValues } from "./profile-values.ts";
import styles from "./register-lookup.module.css";

type Filled = Pick<
  ProfileValues,
  "company_name" | "street" | "house_number" | "postal_code" | "city" | "vat_number" | "country_code"
>;

/** Replaces company, address and VAT number by those of the UID register, so that parts of two companies never mix. */
export function RegisterLookup() {
  const { t } = useTranslation("users");
  const form = useFormContext<Filled>();
  const [isOpen, setIsOpen] = useState(false);
  const [uid, setUid] = useState("");
  const [state, setState] = useState<"idle" | "busy" | "done">("idle");
  const [error, setError] = useState<string | undefined>();

  async function lookUp() {
    setState("busy");
    setError(undefined);
    try {
      const company = await call("showRegisteredCompany", { query: { company_uid: uid.trim() } });
      for (const [name, value] of Object.entries(company) as [keyof Filled, string | null][]) {
        form.setValue(name, value ?? "", { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
      }
      setState("done");
    } catch (failure) {
      setError(firstMessage(failure, "company_uid") ?? problemText(failure));
      setState("idle");
    }
  }

  if (!isOpen) {
    return (
      <Button variant="quiet" small icon={Search} className={styles.open} onClick={() => setIsOpen(true)}>
        {t("register.open")}
      </Button>
    );
  }
  return (
    <div className={styles.lookup}>
      <TextInput
        label={t("register.uid")}
        help={t("register.help")}
        placeholder="CHE-123.456.788"
        autoComplete="off"
        autoFocus
        maxLength={30}
        error={error}
        value={uid}
        onChange={(event) => setUid(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          // The form around it is not complete yet.
          event.preventDefault();
          if (uid.trim() !== "") void lookUp();
        }}
      />
      <Button onClick={() => void lookUp()} busy={state === "busy"} disabled={uid.trim() === ""}>
        {t("register.fill")}
      </Button>
      <p role="status" className={styles.done}>
        {state === "done" && t("register.done")}
      </p>
    </div>
  );
}
