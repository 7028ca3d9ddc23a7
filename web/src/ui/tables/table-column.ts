import type { ReactNode } from "react";

/** An order of a list, with its name. */
export type Order = {
  id: string;
  header: string;
  descending?: boolean;
  /** That of a `wide` column, for the widths at which it is hidden. */
  belowWide?: boolean;
};

export type Column<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Numbers are right-aligned, with their header. */
  align?: "right";
  /** The value to sort by in the browser; for server lists, `sortable` is enough. */
  value?: (row: Row) => string | number | null;
  sortable?: boolean;
  /** Numbers of which the largest are of interest: the first click sorts them in descending order. */
  descending?: boolean;
  /** Further orders of a server list by what the column also shows. */
  orders?: readonly Order[];
  width?: number;
  /** Hides the header of actions and pictures visually; it remains for screen readers. */
  headerHidden?: boolean;
  /**
   * The role in the block layout on a phone: title, corner, hidden, or by default a labeled line. `wide`: hidden below
   * 1500 px, where another column has it.
   */
  narrow?: "title" | "corner" | "hidden" | "bare" | "wide";
};
