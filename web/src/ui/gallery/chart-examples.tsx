import { useEffect, useState } from "react";
import { BarList } from "../charts/bar-list.tsx";
import { ChoroplethMap, type MapAreas } from "../charts/choropleth-map.tsx";
import { ColumnChart } from "../charts/column-chart.tsx";
import { SmallColumns } from "../charts/small-columns.tsx";
import { StackedBar, seriesColor } from "../charts/stacked-bar.tsx";
import { loadCountries } from "../charts/world-countries.ts";
import { addDays } from "../inputs/date-range.ts";
import { Card } from "../layout/card.tsx";
import { Figure, Figures } from "../layout/figures.tsx";
import { Columns, Stack } from "../layout/layout.tsx";
import { MetricCard } from "../layout/metric-card.tsx";

export const sampleDays = Array.from({ length: 30 }, (_, at) => {
  const seen = 2200 + Math.round(1800 * Math.sin(at / 3) ** 2 + at * 60);
  return { id: addDays("2026-10-23", at), seen, unseen: Math.round(seen * 0.31) };
});

/** Charts, maps and figures. */
export function ChartExamples() {
  const [areas, setAreas] = useState<MapAreas | null>(null);
  useEffect(() => void loadCountries().then(setAreas), []);
  return (
    <Stack>
      <Card flush>
        <Figures>
          <Figure label="Impressions" value="148'498" detail="212 sites and apps" chosen onChoose={() => undefined} />
          <Figure label="Visibility rate" value="76.4%" detail="70% guaranteed" onChoose={() => undefined} />
          <Figure label="Clicks" value="431" detail="0.38% of seen" />
          <Figure label="Effective budget" unit="CHF" value="3'712.45" detail="at 25.00 CPM" />
          <Figure label="Remaining budget" unit="CHF" value="1'387.55" tinted detail="free to use" />
        </Figures>
      </Card>
      <Card title="Impressions">
        <ColumnChart
          label="Impressions per day"
          series={[
            { name: "Viewable", color: "var(--seen)" },
            { name: "Delivered, not viewable", color: "var(--unseen)" },
          ]}
          columns={sampleDays.map((day, at) => ({
            id: day.id,
            tick: at === 29 ? "Today" : `${day.id.slice(8)}.${day.id.slice(5, 7)}.`,
            values: [day.seen, day.unseen],
            pale: at === 29,
            pin: at === 12 ? "Budget raised" : undefined,
            reading: { name: day.id, figures: [`${day.seen + day.unseen} impressions`] },
          }))}
        />
      </Card>
      <Columns>
        <Card title="Visibility">
          <MetricCard
            share={0.764}
            label="76.4% yours, 70% guaranteed, 50% average"
            marks={[
              { share: 0.764, text: "76.4% yours" },
              { share: 0.7, text: "70% guaranteed" },
              { share: 0.5, text: "50% average", dashed: true },
            ]}
          />
        </Card>
        <Card title="Weekday overview">
          <SmallColumns
            label="Impressions per weekday"
            columns={["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].map((name, at) => ({
              name,
              value: 18800 + ((at * 7919) % 11000),
            }))}
          />
        </Card>
        <Card title="Device overview">
          <StackedBar
            parts={[
              { id: "phone", name: "Smartphone", value: 84050 },
              { id: "computer", name: "Computer", value: 45440 },
              { id: "tablet", name: "Tablet", value: 13810 },
              { id: "tv", name: "Connected TV", value: 5198, color: seriesColor(2) },
            ]}
          />
        </Card>
      </Columns>
      <Columns least={400}>
        <Card title="Reached countries">
          {areas && (
            <ChoroplethMap
              label="Impressions per country"
              areas={areas}
              fit={["CH", "DE", "AT", "FR", "IT"]}
              values={
                new Map([
                  ["CH", 121860],
                  ["DE", 20100],
                  ["AT", 4200],
                  ["FR", 900],
                ])
              }
            />
          )}
        </Card>
        <Card title="Impressions per city">
          <BarList
            rows={["Bern", "Thun", "Köniz", "Burgdorf"].map((city, at) => ({
              id: city,
              name: city,
              value: 61930 / (at + 1),
            }))}
          />
        </Card>
      </Columns>
    </Stack>
  );
}
