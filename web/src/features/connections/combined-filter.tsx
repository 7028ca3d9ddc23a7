import { connectionNames } from "@litfass/contract/connections/connections";
import { type ReportSource, reportSources } from "@litfass/contract/reporting/combined-report";
import type { CallResult } from "../../api/api.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { currentBrand } from "../../ui/brand.ts";
import { Choice } from "./choice.tsx";
import styles from "./connections.module.css";

/** The name of a source; the operator is the source of the platform's own figures. */
export const sourceName = (source: ReportSource): string =>
  source === "platform" ? currentBrand().name : connectionNames[source];

export type CombinedRow = NonNullable<CallResult<"showStatistics">["rows"]>[number];
type Option = { value: string; label: string };

export type CombinedFilterProps = {
  /** The rows without a filter: what there is to choose from. */
  rows: CombinedRow[];
  /** As the API takes it: a source, an account of it, or a campaign or channel. */
  only: string | undefined;
  onChange: (only: string | null) => void;
};

/** Narrows the combined report to a source, then to an account of it, then to a campaign or channel. */
export function CombinedFilter({ rows, only, onChange }: CombinedFilterProps) {
  const { t } = useTranslation("connections");
  const { sources, accounts, campaigns, source, account, campaign } = choicesOf(rows, only);
  return (
    <div className={`${styles.filters} ${styles.inside}`}>
      <Choice
        label={t("combined.source")}
        everything={t("combined.allSources")}
        options={sources}
        value={source}
        onChange={onChange}
      />
      <Choice
        label={t("combined.account")}
        everything={t("combined.allAccounts")}
        options={accounts}
        value={account}
        onChange={(value) => onChange(value ?? source ?? null)}
      />
      <Choice
        label={t("combined.name")}
        everything={t("combined.allNames")}
        options={campaigns}
        value={campaign}
        onChange={(value) => onChange(value ?? account ?? source ?? null)}
      />
    </div>
  );
}

/** What each of the three can be set to under the filter, and what it is set to. */
export function choicesOf(rows: CombinedRow[], only: string | undefined) {
  const source = reportSources.find((each) => only === each || only?.startsWith(`${each}/`));
  const ofSource = rows.filter((row) => source === undefined || row.source === source);
  const accounts = distinct(
    ofSource.flatMap((row) =>
      row.account_id === null
        ? []
        : [{ value: `${row.source}/${row.account_id}`, label: `${row.account} (${sourceName(row.source)})` }],
    ),
  );
  const account = accounts.find(({ value }) => only === value || only?.startsWith(`${value}/`))?.value;
  const ofAccount = ofSource.filter((row) => !account || `${row.source}/${row.account_id}` === account);
  const isKnown = only === undefined || only === source || only === account;
  return {
    sources: reportSources
      .filter((each) => each === source || rows.some((row) => row.source === each))
      .map((value): Option => ({ value, label: sourceName(value) })),
    accounts,
    campaigns: ofAccount.map(
      (row): Option => ({
        value: `${row.source}/${row.key}`,
        label: row.account === null || account ? row.name : `${row.name} (${row.account})`,
      }),
    ),
    source,
    account,
    campaign: isKnown ? undefined : only,
  };
}

const distinct = (options: Option[]): Option[] => [...new Map(options.map((each) => [each.value, each])).values()];
