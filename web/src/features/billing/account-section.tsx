import { Download, FileText, X } from "lucide-react";
import { call } from "../../api/api.ts";
import { problemText } from "../../api/api-error.ts";
import { saveBlob } from "../../api/save-blob.ts";
import { useCall } from "../../api/use-call.ts";
import { formatMonth } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { showSnackbar } from "../../ui/feedback/snackbar-store.ts";
import { type DateRange, firstOfMonth, rangeOf, todayOn } from "../../ui/inputs/date-range.ts";
import { DateRangePicker } from "../../ui/inputs/date-range-picker.tsx";
import { Tabs } from "../../ui/layout/tabs.tsx";
import text from "../../ui/layout/text.module.css";
import { Menu } from "../../ui/overlays/menu.tsx";
import { useQueryParams } from "../../ui/use-query-params.ts";
import styles from "./billing.module.css";
import { CampaignSpendTable } from "./campaign-spend-table.tsx";
import { StatementTable } from "./statement-table.tsx";

const views = ["statement", "campaigns"] as const;
/** The months in the menu of statements. */
const maxMonths = 24;

/** Account activity of a period: the statement and the spend by campaign, with exports for bookkeeping. */
export function AccountSection() {
  const { t } = useTranslation("billing");
  const [params, change] = useQueryParams();
  const whole = useCall("showStatement", { query: { per_page: 1 } }).data;
  const view = views.find((each) => each === params.get("view")) ?? "statement";
  const chosen: Partial<DateRange> = rangeOf(params) ?? {};
  const today = todayOn();
  const first = whole?.first_at ? todayOn(undefined, new Date(whole.first_at)) : today;
  const write = (values: Record<string, string | null>) => change({ s_page: null, ...values });

  async function save(file: Promise<Blob>, name: string) {
    try {
      saveBlob(await file, name);
    } catch (error) {
      showSnackbar(problemText(error));
    }
  }
  const saveLines = (format: "csv" | "xlsx") =>
    save(
      call("exportStatement", { query: { ...chosen, format } }),
      `${[t("account.file"), chosen.from, chosen.to].filter(Boolean).join("-")}.${format}`,
    );
  const saveMonth = (month: string) =>
    save(call("printStatement", { params: { month } }), `${t("account.file")}-${month}.pdf`);

  return (
    <>
      <div className={styles.section}>
        <h2 className={text.title}>{t("account.title")}</h2>
      </div>
      <div className={styles.tools}>
        <Tabs
          label={t("account.title")}
          tabs={views.map((each) => ({ value: each, label: t(`account.${each}`) }))}
          value={view}
          onChange={(next) => write({ view: next === "statement" ? null : next })}
        />
        <span className={styles.push} />
        <DateRangePicker
          label={t("account.period")}
          value={{ from: chosen.from ?? first, to: chosen.to ?? today }}
          max={today}
          onChange={write}
        />
        {chosen.from && (
          <IconButton icon={X} label={t("account.allTime")} onClick={() => write({ from: null, to: null })} />
        )}
        <Menu
          label={t("account.months")}
          trigger={<Button icon={FileText}>{t("account.months")}</Button>}
          entries={monthsBetween(first, today).map((day) => ({
            label: formatMonth(day),
            onSelect: () => void saveMonth(day.slice(0, 7)),
          }))}
        />
        <Menu
          label={t("account.export")}
          trigger={<Button icon={Download}>{t("account.export")}</Button>}
          entries={[
            { label: "Excel", onSelect: () => void saveLines("xlsx") },
            { label: "CSV", onSelect: () => void saveLines("csv") },
          ]}
        />
      </div>
      {view === "statement" ? <StatementTable period={chosen} /> : <CampaignSpendTable period={chosen} />}
    </>
  );
}

/** The first days of the months, from the newest back to the one of `first`. */
function monthsBetween(first: string, last: string): string[] {
  const months: string[] = [];
  for (let day = firstOfMonth(last); day >= firstOfMonth(first) && months.length < maxMonths; ) {
    months.push(day);
    day = firstOfMonth(day, -1);
  }
  return months;
}
