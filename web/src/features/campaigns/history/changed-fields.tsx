import type { CampaignHistoryEntry } from "@litfass/contract/campaigns/campaign-history";
import type { Campaign } from "@litfass/contract/campaigns/campaigns";
import { type LineOfBusiness, linesOfBusiness } from "@litfass/contract/campaigns/lines-of-business";
import type { Location } from "@litfass/contract/targeting/targeting";
import { useCall } from "../../../api/use-call.ts";
import { formatDate, formatMoney, languageName } from "../../../i18n/format.ts";
import { hasText } from "../../../i18n/has-text.ts";
import { lineOfBusinessName } from "../../../i18n/line-of-business.ts";
import { placeName } from "../../../i18n/place-name.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import styles from "./campaign-history.module.css";
import { useValueNames } from "./use-value-names.ts";

const isLine = (name: string): name is LineOfBusiness => name in linesOfBusiness;

const isPlace = (value: unknown): value is Location =>
  typeof value === "object" && value !== null && "kind" in value && "id" in value && "name" in value;

/** Fields that name the origin of a campaign; they have no previous value. */
const origins = new Set(["copy_of", "template"]);

/** Pictures are stored by a number that tells nothing. */
const pictures = new Set(["content.logo", "content.images"]);

/** The key of a changed setting's name in the catalog. */
export const fieldKey = (field: string): string => `history.field.${field.replace(/^(targeting|content)\./, "")}`;

/** What happened: a change of the banners chooses others, or changes their content. */
export const actionOf = ({ action, fields }: Pick<CampaignHistoryEntry, "action" | "fields">) =>
  action === "banners" && fields.some(({ field }) => field.startsWith("content.")) ? "content" : action;

type ChangedFieldsProps = {
  entry: Pick<CampaignHistoryEntry, "fields">;
  campaign: Pick<Campaign, "owner" | "currency">;
};

/** The changed fields of a history entry with the values before and after. */
export function ChangedFields({ entry, campaign }: ChangedFieldsProps) {
  const { t } = useTranslation("campaigns");
  const nameOf = useValueNames(campaign.owner, entry.fields);
  const say = useValueText(campaign.currency, nameOf);
  const fieldName = (field: string): string => {
    const key = fieldKey(field);
    return hasText(key, "campaigns") ? t(key) : field;
  };
  if (entry.fields.length === 0) return null;
  return (
    <dl className={styles.fields}>
      {entry.fields.map(({ field, before, after }) => (
        <div key={field}>
          <dt>{fieldName(field)}</dt>
          <dd>
            {field === "creative_ids" ? (
              t("history.banners", { count: Array.isArray(after) ? after.length : 0 })
            ) : pictures.has(field) ? (
              t("history.replaced")
            ) : origins.has(field) ? (
              say(field, after)
            ) : (
              <>
                <del>{say(field, before)}</del> <span aria-hidden="true">→</span> <ins>{say(field, after)}</ins>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** French and Italian write languages small, but not as a value of its own. */
const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** Numbers of these objects, which may be deleted by now, are shown with the kind of object. */
const numbered: Record<string, "deal.number" | "history.campaign" | "history.list" | "history.audience"> = {
  "targeting.deal_ids": "deal.number",
  "targeting.whitelists": "history.list",
  "targeting.blocklists": "history.list",
  "targeting.audiences": "history.audience",
  copy_of: "history.campaign",
};

/** Formats a setting's value; `nameOf` knows the names of objects that are stored by their number. */
export function useValueText(currency: string, nameOf: ReturnType<typeof useValueNames> = () => undefined) {
  const { t, i18n } = useTranslation("campaigns");
  const categories = useCall("listCategories", undefined, { staleMs: 3_600_000 });
  const topics = new Map(
    (categories.data ?? [])
      .flatMap((group) => [group, ...group.children])
      .map((each) => [each.target_option_id, each.category_name]),
  );
  const one = (field: string, value: unknown): string => {
    if (isPlace(value)) return placeName(value);
    if (typeof value === "object" && value !== null && "name" in value) return String(value.name);
    const text = String(value);
    if (field === "categories") return topics.get(text) ?? text;
    if (field === "line_of_business" && isLine(text)) return lineOfBusinessName(text, i18n.language);
    const number = numbered[field];
    if (number) return (typeof value === "number" && nameOf(field, value)) || t(number, { id: text });
    if (field === "language") return capitalized(languageName(text));
    const key = `history.value.${text}`;
    // Free text is not a key: its colons and dots would be read as separators.
    return /^\w+$/.test(text) && hasText(key, "campaigns") ? t(key) : text;
  };
  return (field: string, value: unknown): string => {
    if (value === null || value === undefined || value === "") return t("notSet");
    if (typeof value === "boolean") return t(value ? "history.on" : "history.off");
    if (field === "total_budget" && typeof value === "number") return formatMoney(value, currency);
    if ((field === "start_on" || field === "end_on") && typeof value === "string") return formatDate(value);
    if (!Array.isArray(value)) return one(field, value);
    if (value.length === 0) return t("history.none");
    if (field === "targeting.hours") return t("hours.chosen", { count: value.length });
    return value.map((each) => one(field, each)).join(", ");
  };
}
