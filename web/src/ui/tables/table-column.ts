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
  /** No header in view: actions, pictures. Its text stays for screen readers. */
  headerHidden?: boolean;
  /** On a phone, where a row is a block: the first line, the corner, left out, or (else) a line with its label. */
  narrow?: "title" | "corner" | "hidden" | "bare";
};
