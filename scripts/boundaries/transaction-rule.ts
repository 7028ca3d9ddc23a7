import type { SourceFile } from "./source-file.ts";
import type { Violation } from "./violation.ts";

const executor = "platform/src/command/execute.ts";

const isProduct = (path: string): boolean =>
  /^(platform|events|adserver|server)\/src\//.test(path) &&
  !/\/testing\/|\/testing-[a-z-]+\.ts$|\.test\.ts$/.test(path);

/**
 * Only the command executor opens writing transactions. `listed` are the files that still open one themselves: a listed
 * file that no longer does is a violation too, so the list only shrinks.
 */
export function transactionViolations(files: SourceFile[], listed: readonly string[]): Violation[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const opening = files.filter(
    ({ path, transactionLine }) => transactionLine !== null && isProduct(path) && path !== executor,
  );
  const unlisted = opening.filter(({ path }) => !listed.includes(path));
  const stale = listed.filter((path) => byPath.get(path)?.transactionLine == null);
  return [
    ...unlisted.map(({ path, transactionLine }) => ({
      path,
      line: transactionLine ?? 1,
      rule: "opens a transaction: make the change a command (platform/src/command)",
    })),
    ...stale.map((path) => ({ path, line: 1, rule: "opens no transaction any more: take it off the list" })),
  ];
}
