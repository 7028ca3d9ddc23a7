const maxLength = 1_000;

/** An SQL statement on one line without its values: parameters are placeholders already, literals become `?`. */
export function statementText(statement: string): string {
  return statement
    .slice(0, 4 * maxLength)
    .replace(/'(?:[^']|'')*(?:'|$)/g, "?")
    .replace(/(?<![\w$."])-?\d+(?:\.\d+)?(?![\w"])/g, "?")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, maxLength);
}

/** Its first word, as the name of its span: SELECT. */
export const statementName = (statement: string): string =>
  /[a-z]+/i.exec(statement)?.[0]?.toUpperCase() ?? "STATEMENT";
