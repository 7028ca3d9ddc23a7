import { useCallback, useMemo } from "react";
import { useQueryParams } from "../use-query-params.ts";

/** The page size for "all": the maximum the server returns. In the address it is called `all`. */
export const allRows = 1000;

/** The state of a list, stored in the address so that it survives a reload and can be shared. */
export type TableState = {
  page: number;
  perPage: number;
  /** The column id, or null for the default order. */
  sort: string | null;
  direction: "asc" | "desc";
  search: string;
  /** Changes parts of the state; any change but of the page returns to page 1. */
  set: (patch: Partial<Omit<TableState, "set">>) => void;
};

type Defaults = {
  perPage?: number;
  sort?: string;
  direction?: "asc" | "desc";
  /** Distinguishes the parameters of two lists on one screen. */
  prefix?: string;
};

/** Reads and writes a list's page, page size, order and search in the query string. */
export function useTableState(defaults: Defaults = {}): TableState {
  const { perPage = 15, sort = null, direction = "asc", prefix = "" } = defaults;
  const [params, change] = useQueryParams();

  const set = useCallback(
    (patch: Partial<Omit<TableState, "set">>) => {
      const values: Record<string, string | null> = {};
      const write = (name: string, value: string | number | null, usual: string | number | null) => {
        values[prefix + name] = value === usual || value === null || value === "" ? null : String(value);
      };
      if (patch.perPage !== undefined) write("per_page", patch.perPage === allRows ? "all" : patch.perPage, perPage);
      if (patch.sort !== undefined) write("sort", patch.sort, sort);
      if (patch.direction !== undefined) write("direction", patch.direction, direction);
      if (patch.search !== undefined) write("search", patch.search, "");
      write("page", patch.page ?? 1, 1);
      change(values);
    },
    [change, perPage, sort, direction, prefix],
  );

  return useMemo(() => {
    const positive = (name: string, usual: number) => {
      const value = Number(params.get(prefix + name));
      return Number.isInteger(value) && value > 0 ? value : usual;
    };
    return {
      page: positive("page", 1),
      perPage: params.get(`${prefix}per_page`) === "all" ? allRows : positive("per_page", perPage),
      sort: params.get(`${prefix}sort`) ?? sort,
      direction: directionOf(params.get(`${prefix}direction`), direction),
      search: params.get(`${prefix}search`) ?? "",
      set,
    };
  }, [params, perPage, sort, direction, prefix, set]);
}

const directionOf = (text: string | null, usual: "asc" | "desc") => (text === "asc" || text === "desc" ? text : usual);

/** A list's state as the query of its endpoint; a sort column that the endpoint does not know is dropped. */
export const listQuery = <Sort extends string>(state: TableState, sorts: readonly Sort[]) => ({
  page: state.page,
  per_page: state.perPage,
  search: state.search || undefined,
  sort: sorts.find((each) => each === state.sort),
  direction: state.direction,
});
