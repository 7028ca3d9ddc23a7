import type { ReactNode } from "react";

export type Column<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Numbers are right-aligned, with their header. */
  align?: "right";
  /** The value to sort by in the browser; for server lists, `sortable` is enough. */
  value?: (row: Row) => string | number | null;
  sortable?: boolean;
  width?: number;
  /** Hides the header of actions and pictures visually; it remains for screen readers. */
  headerHidden?: boolean;
  /** The role in the block layout on a phone: title, corner, hidden, or by default a labeled line. */
  narrow?: "title" | "corner" | "hidden" | "bare";
};
