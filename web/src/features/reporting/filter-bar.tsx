import { useCall } from "../../api/use-call.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { SelectButton } from "../../ui/inputs/select-button.tsx";
import { lazyPart } from "../../ui/layout/lazy-part.tsx";
import styles from "./dashboard.module.css";
import { type DashboardFilter, queryOf } from "./use-filter.ts";

const CustomerFilter = lazyPart(async () => (await import("../../api/customer-filter.tsx")).CustomerFilter);

type FilterBarProps = {
  filter: DashboardFilter;
  /** Missing where one customer's figures are shown, or where the viewer has no customers. */
  setOwner: ((owner: string | null) => void) | undefined;
  setCampaign: (id: number | null) => void;
  setSite: (site: string | null) => void;
  setRegion: (region: string | null) => void;
};

const all = "all";
const optionsMs = 60_000;

/** The customer, campaign, site and region that the panels show. A filter appears only if there is a choice. */
export function FilterBar({ filter, setOwner, setCampaign, setSite, setRegion }: FilterBarProps) {
  const { t } = useTranslation("reporting");
  const query = queryOf(filter);
  const campaigns = useCall(
    "listStatisticCampaigns",
    { query: { owner: filter.owner ?? undefined } },
    { staleMs: optionsMs },
  );
  const sites = useCall(
    "listUrlFilters",
    { query: { ...query, sites: undefined } },
    { staleMs: optionsMs, keep: true },
  );
  const regions = useCall(
    "listRegionFilters",
    { query: { ...query, regions: undefined } },
    { staleMs: optionsMs, keep: true },
  );
  // All together: filters appearing one by one would shift each other.
  const isLoaded = ![campaigns, sites, regions].some(({ isPending }) => isPending);
  return (
    <div className={styles.filters} data-swipe>
      {setOwner && <CustomerFilter of="campaigns" value={filter.owner ?? undefined} onChange={setOwner} />}
      <Choice
        label={t("campaigns.choose")}
        everything={t("campaigns.all")}
        options={
          isLoaded ? campaigns.data?.map((each) => ({ value: String(each.value), label: each.text })) : undefined
        }
        value={filter.campaignId === null ? null : String(filter.campaignId)}
        onChange={(value) => setCampaign(value === null ? null : Number(value))}
      />
      <Choice
        label={t("filter.site")}
        everything={t("filter.allSites")}
        options={isLoaded ? sites.data?.map((each) => ({ value: each.value, label: each.text })) : undefined}
        value={filter.site}
        onChange={setSite}
      />
      <Choice
        label={t("filter.region")}
        everything={t("filter.allRegions")}
        options={isLoaded ? regions.data?.map((each) => ({ value: each.value, label: each.text })) : undefined}
        value={filter.region}
        onChange={setRegion}
      />
    </div>
  );
}

type ChoiceProps = {
  label: string;
  everything: string;
  /** Absent while loading: the filter reserves its space. */
  options: { value: string; label: string }[] | undefined;
  value: string | null;
  onChange: (value: string | null) => void;
};

function Choice({ label, everything, options, value, onChange }: ChoiceProps) {
  if (!options) {
    return (
      <SelectButton
        disabled
        label={label}
        options={[{ value: all, label: everything }]}
        value={all}
        onChange={() => {}}
      />
    );
  }
  if (options.length < 2 && value === null) return null;
  const known = value === null || options.some((option) => option.value === value);
  return (
    <SelectButton
      label={label}
      options={[{ value: all, label: everything }, ...options, ...(known ? [] : [{ value: value, label: value }])]}
      value={value ?? all}
      onChange={(next) => onChange(next === all ? null : next)}
    />
  );
}
