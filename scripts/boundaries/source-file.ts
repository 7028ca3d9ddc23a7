/** A file and its imports: paths from the project's root, in POSIX notation. */
export type SourceFile = {
  path: string;
  lines: number;
  imports: Import[];
  /** Where it first opens a transaction, or null. */
  transactionLine: number | null;
};
/**
 * `target` is a file of the project, or null for a package. A `lazy` import is loaded on demand, one of types only
 * (`typeOnly`) never.
 */
export type Import = { specifier: string; target: string | null; lazy: boolean; typeOnly: boolean; line: number };
