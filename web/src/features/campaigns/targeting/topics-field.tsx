import { searchCategories } from "@litfass/contract/targeting/search-categories";
import { useMemo, useState } from "react";
import { useCall } from "../../../api/use-call.ts";
import { currentLocale } from "../../../i18n/i18n.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { MultiCombobox } from "../../../ui/inputs/combobox.tsx";
import { indented } from "./indented-categories.ts";

type TopicsFieldProps = { topics: string[]; error?: string | undefined; onChange: (topics: string[]) => void };

/** Categories by everyday words such as "bakery"; without a search the whole tree. */
export function TopicsField({ topics, error, onChange }: TopicsFieldProps) {
  const { t } = useTranslation("campaigns");
  const locale = currentLocale();
  const [search, setSearch] = useState("");
  const categories = useCall("listCategories", undefined, { staleMs: 3_600_000 });
  const tree = useMemo(() => categories.data ?? [], [categories.data]);
  const all = useMemo(() => indented(tree), [tree]);
  const options = useMemo(
    () =>
      search.trim() === ""
        ? all
        : searchCategories(tree, search, locale).map(({ id, name, parent }) => ({
            value: id,
            label: parent === null ? name : `${name} · ${parent}`,
          })),
    [all, tree, search, locale],
  );
  const chosen = all
    .filter((topic) => topics.includes(topic.value))
    .map((topic) => ({ ...topic, label: topic.label.trim() }));
  return (
    <MultiCombobox
      multiple
      label={t("field.categories")}
      help={t("help.categories")}
      error={error}
      options={options}
      loading={categories.isPending}
      placeholder={t("placeholder.categories")}
      value={chosen}
      onSearch={setSearch}
      onChange={(values) => {
        setSearch("");
        onChange(values.map(({ value }) => value));
      }}
    />
  );
}
