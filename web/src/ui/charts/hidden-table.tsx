import text from "../layout/text.module.css";

type HiddenTableProps = {
  caption: string;
  /** The first header may be empty: the corner above the row names. */
  headers: readonly string[];
  rows: readonly (readonly (string | number)[])[];
};

/**
 * The figures of a chart as a table, for screen readers. Rows and columns are known by their position: two towns, or two
 * rounded amounts, may have the same name.
 */
export function HiddenTable({ caption, headers, rows }: HiddenTableProps) {
  return (
    // Tables ignore styles narrower than their text; the box around it does not.
    <div className={text.hidden}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {headers.map((header, at) =>
              header === "" ? (
                <td key={at} />
              ) : (
                <th key={at} scope="col">
                  {header}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, line) => (
            <tr key={line}>
              {row.map((cell, at) =>
                at === 0 ? (
                  <th key={at} scope="row">
                    {cell}
                  </th>
                ) : (
                  <td key={at}>{cell}</td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
