import text from "../text.module.css";

type HiddenTableProps = {
  caption: string;
  headers: readonly string[];
  rows: readonly (readonly (string | number)[])[];
};

/** The figures of a chart as a table, for screen readers. */
export function HiddenTable({ caption, headers, rows }: HiddenTableProps) {
  return (
    <table className={text.hidden}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {headers.map((header) => (
            <th key={header} scope="col">
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row[0]}>
            {row.map((cell, at) => (
              <td key={headers[at]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
