import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ColumnChart } from "./column-chart.tsx";

test("the table behind a chart formats each series like the chart: counts have no decimals", () => {
  const html = renderToStaticMarkup(
    <ColumnChart
      label="Impressions per day"
      series={[
        { name: "Viewable", color: "blue" },
        { name: "Not viewable", color: "gray" },
      ]}
      columns={[{ id: "1", tick: "1.", values: [4011, 183], reading: { name: "Monday", figures: [] } }]}
    />,
  );
  const cells = [...html.matchAll(/<td>([^<]+)<\/td>/g)].map(([, text]) => text?.replace("&#x27;", "'"));
  expect(cells).toEqual(["4'011", "183"]);
});
