import text from "../layout/text.module.css";

type HiddenTableProps = {
  caption: string;
  /** The first header may be empty: the corner above the row names. */
  headers: readonly string[];
  rows: readonly (readonly (string | number)[])[];
};

/** The figures of a chart as a table, for screen readers. */
export function HiddenTable({ caption, headers, rows }: HiddenTableProps) {
  return (
    // Tables ignore styles narrower than their text; the box around it does not.
    <div className={text.hidden}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {headers.map((header) =>
              header === "" ? (
                <td key={header} />
              ) : (
                <th key={header} scope="col">
                  {header}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row[0]}>
              {row.map((cell, at) =>
                at === 0 ? (
                  <th key={headers[at]} scope="row">
                    {cell}
                  </th>
                ) : (
                  <td key={headers[at]}>{cell}</td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
