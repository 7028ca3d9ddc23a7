import { withCurrency } from "@litfass/contract/kernel/thousands";
import type { Audience } from "@litfass/contract/targeting/audiences";
import { Upload } from "lucide-react";
import { useState } from "react";
import { mayCall } from "../../../api/may-call.ts";
import { useSignedInUser } from "../../../api/session.ts";
import { useCall } from "../../../api/use-call.ts";
import { formatNumber, formatPercent } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { MultiCombobox } from "../../../ui/inputs/combobox.tsx";
import { useDebouncedValue } from "../../../ui/use-debounced-value.ts";
import { ImportAudiencesDialog } from "./import-audiences-dialog.tsx";

/** Staff who import audiences see what the provider gets. */
function labelOf({ name, provider, fee }: Audience, t: ReturnType<typeof useTranslation<"campaigns">>["t"]): string {
  if (fee === null) return t("audience.option", { name, provider });
  const parts = [
    ...(fee.percent > 0 ? [formatPercent(fee.percent / 100)] : []),
    ...(fee.per_thousand > 0
      ? [t("audience.perThousand", { amount: withCurrency(fee.currency, fee.per_thousand.toFixed(2)) })]
      : []),
  ];
  return t("audience.optionWithFee", { name, provider, fee: parts.join(" + ") });
}

type AudiencesFieldProps = { value: number[]; error?: string | undefined; onChange: (ids: number[]) => void };

/** Third-party audiences, found by name or provider (AGENCY-003). */
export function AudiencesField({ value, error, onChange }: AudiencesFieldProps) {
  const { t } = useTranslation("campaigns");
  const viewer = useSignedInUser();
  const [importing, setImporting] = useState(false);
  const [text, setText] = useState("");
  const q = useDebouncedValue(text.trim(), 250);
  const found = useCall("searchAudiences", { body: { q } }, { staleMs: 60_000, keep: true });
  const chosen = useCall(
    "searchAudiences",
    { body: { q: "", ids: value } },
    { enabled: value.length > 0, staleMs: 60_000, keep: true },
  );
  const known = new Map([...(chosen.data ?? []), ...(found.data ?? [])].map((audience) => [audience.id, audience]));
  const optionOf = (id: number) => {
    const audience = known.get(id);
    return { value: String(id), label: audience ? labelOf(audience, t) : String(id) };
  };
  const people = value.reduce((sum, id) => sum + (known.get(id)?.size ?? 0), 0);
  return (
    <>
      <MultiCombobox
        multiple
        label={t("field.audiences")}
        help={value.length > 0 ? t("audience.size", { people: formatNumber(people) }) : t("help.audiences")}
        error={error}
        options={(found.data ?? []).map(({ id }) => optionOf(id))}
        loading={found.isFetching}
        placeholder={t("placeholder.audiences")}
        value={value.map(optionOf)}
        onSearch={setText}
        onChange={(options) => onChange(options.map((option) => Number(option.value)))}
      />
      {mayCall(viewer, "importAudiences") && (
        <div>
          <Button small icon={Upload} onClick={() => setImporting(true)}>
            {t("audience.import")}
          </Button>
        </div>
      )}
      {importing && <ImportAudiencesDialog onClose={() => setImporting(false)} />}
    </>
  );
}
