import type { ReactNode } from "react";

export type Column<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Numbers stand right, with their header. */
  align?: "right";
  /** What the column is sorted by in the browser; for server lists, `sortable` alone. */
  value?: (row: Row) => string | number | null;
  sortable?: boolean;
  width?: number;
  /** No header in view: actions, pictures. Its text stays for screen readers. */
  headerHidden?: boolean;
  /** On a phone, where a row is a block: the first line, the corner, left out, or (else) a line with its label. */
  narrow?: "title" | "corner" | "hidden" | "bare";
};
