import { ChevronLeft, ChevronRight } from "lucide-react";
import { formatNumber, formatTotal } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { IconButton } from "../button.tsx";
import { SelectButton } from "../inputs/select-button.tsx";
import styles from "./data-table.module.css";
import { allRows, type TableState } from "./use-table-state.ts";

type PaginationProps = {
  /** The name of the list, because one screen can have several. */
  of: string;
  state: TableState;
  total: number;
  /** The selectable sizes; `allRows` is shown as "all". A different initial size is shown but not offered. */
  sizes?: readonly number[] | undefined;
};

const usualSizes = [15, 30, 50, 100];

/** Range, page size and pages, below right of a list. */
export function Pagination({ of, state, total, sizes = usualSizes }: PaginationProps) {
  const { t } = useTranslation("ui");
  const pages = Math.max(1, Math.ceil(total / state.perPage));
  const page = Math.min(state.page, pages);
  const from = total === 0 ? 0 : (page - 1) * state.perPage + 1;
  const to = Math.min(page * state.perPage, total);
  const nameOf = (size: number) => (size === allRows ? t("pages.all") : t("pages.per", { size }));
  return (
    <nav aria-label={t("pages.label", { of })} className={styles.pages}>
      <span className={styles.range}>
        {t("pages.range", { from: formatNumber(from), to: formatNumber(to), total: formatTotal(total) })}
      </span>
      <SelectButton
        small
        label={t("pages.size")}
        options={sizes.map((size) => ({ value: String(size), label: nameOf(size) }))}
        value={sizes.includes(state.perPage) ? String(state.perPage) : null}
        placeholder={nameOf(state.perPage)}
        onChange={(size) => state.set({ perPage: Number(size) })}
      />
      {pages > 1 && (
        <div className={styles.steps}>
          <IconButton
            icon={ChevronLeft}
            label={t("pages.previous")}
            disabled={page <= 1}
            onClick={() => state.set({ page: page - 1 })}
          />
          {around(page, pages).map((each, at) =>
            each === null ? (
              <span key={`gap-${at}`} aria-hidden="true">
                …
              </span>
            ) : (
              <button
                key={each}
                type="button"
                className={styles.page}
                aria-current={each === page ? "page" : undefined}
                aria-label={t("pages.page", { page: each })}
                onClick={() => state.set({ page: each })}
              >
                {each}
              </button>
            ),
          )}
          <IconButton
            icon={ChevronRight}
            label={t("pages.next")}
            disabled={page >= pages}
            onClick={() => state.set({ page: page + 1 })}
          />
        </div>
      )}
    </nav>
  );
}

/** The first, last and neighboring pages; null is a gap. */
export function around(page: number, pages: number): (number | null)[] {
  const near = [1, page - 1, page, page + 1, pages].filter((each) => each >= 1 && each <= pages);
  const wanted = [...new Set(near)].sort((a, b) => a - b);
  return wanted.flatMap((each, at) => {
    const before = wanted[at - 1];
    if (before === undefined || each - before === 1) return [each];
    return each - before === 2 ? [each - 1, each] : [null, each];
  });
}
