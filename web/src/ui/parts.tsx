import { Copy, Plus, Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import { Button, IconButton } from "./button.tsx";
import { BarList } from "./charts/bar-list.tsx";
import { ChoroplethMap, type MapAreas } from "./charts/choropleth-map.tsx";
import { ColumnChart } from "./charts/column-chart.tsx";
import { SmallColumns, Sparkline } from "./charts/small-columns.tsx";
import { StackedBar, seriesColor } from "./charts/stacked-bar.tsx";
import { loadCountries } from "./charts/world-countries.ts";
import { EmptyState } from "./feedback/empty-state.tsx";
import { ErrorState } from "./feedback/error-state.tsx";
import { Meter, Progress } from "./feedback/meter.tsx";
import { Note } from "./feedback/note.tsx";
import { SkeletonRows } from "./feedback/skeleton.tsx";
import { showSnackbar } from "./feedback/snackbar-store.ts";
import { State } from "./feedback/state.tsx";
import { Checkbox } from "./inputs/checkbox.tsx";
import { ChipGroup, Segmented } from "./inputs/chip-group.tsx";
import { Combobox, MultiCombobox } from "./inputs/combobox.tsx";
import { addDays, type DateRange } from "./inputs/date-range.ts";
import { DateRangePicker } from "./inputs/date-range-picker.tsx";
import { SearchField } from "./inputs/search-field.tsx";
import { type Option, Select } from "./inputs/select.tsx";
import { SelectButton } from "./inputs/select-button.tsx";
import { TextArea, TextInput } from "./inputs/text-input.tsx";
import { Card } from "./layout/card.tsx";
import { Figure, Figures } from "./layout/figures.tsx";
import { Columns, Row, Stack } from "./layout/layout.tsx";
import { MetricCard } from "./layout/metric-card.tsx";
import { PageHeading } from "./layout/page-heading.tsx";
import { Tabs } from "./layout/tabs.tsx";
import { ConfirmDelete } from "./overlays/confirm-delete.tsx";
import { Menu } from "./overlays/menu.tsx";
import type { Column } from "./tables/data-table.tsx";
import { LocalTable } from "./tables/local-table.tsx";
import { useTableState } from "./tables/use-table-state.ts";

const cities: Option[] = ["Bern", "Thun", "Biel/Bienne", "Köniz", "Burgdorf", "Fribourg", "Solothurn"].map((name) => ({
  value: name,
  label: name,
}));

/** A gallery of the design system, in development only. */
export function Parts() {
  return (
    <>
      <PageHeading
        lead="Every part, in every state."
        actions={
          <Button variant="primary" icon={Plus}>
            New campaign
          </Button>
        }
      >
        Your ads were shown 113'445 times in the last 30 days.
      </PageHeading>
      <Stack>
        <Controls />
        <FieldParts />
        <Charts />
        <Lists />
      </Stack>
    </>
  );
}

function Controls() {
  const [open, setOpen] = useState(false);
  const [range, setRange] = useState<DateRange>({ from: "2026-10-23", to: "2026-11-21" });
  const [tab, setTab] = useState("all");
  const [view, setView] = useState("regions");
  return (
    <Columns least={360}>
      <Card title="Buttons">
        <Stack gap="small">
          <Row>
            <Button variant="primary">Start campaign</Button>
            <Button>Save draft</Button>
            <Button variant="quiet">Reset</Button>
            <Button disabled>Send invoice</Button>
            <Button small>Small</Button>
            <Button busy>Busy</Button>
            <Button variant="delete" icon={Trash2} onClick={() => setOpen(true)}>
              Delete
            </Button>
            <IconButton icon={Copy} label="Copy" />
            <Menu
              label="Actions"
              entries={[
                { label: "Edit", to: "/parts" },
                { label: "Copy", icon: Copy, onSelect: () => showSnackbar("Invoice has been sent to mailbox") },
                { label: "Delete", icon: Trash2, danger: true, apart: true, onSelect: () => setOpen(true) },
              ]}
            />
          </Row>
          <Row>
            <DateRangePicker value={range} onChange={setRange} max="2026-11-21" today="2026-11-21" />
            <Segmented
              label="Map"
              value={view}
              onChange={setView}
              options={["countries", "regions", "cities"].map((value) => ({ value, label: value }))}
            />
          </Row>
          <Tabs
            label="Campaigns"
            value={tab}
            onChange={setTab}
            tabs={[
              { value: "all", label: "All", count: 9 },
              { value: "active", label: "Active", count: 5 },
            ]}
          />
        </Stack>
        <ConfirmDelete
          open={open}
          name="Gift boxes for firms"
          onConfirm={() => undefined}
          onClose={() => setOpen(false)}
        />
      </Card>
      <Card title="Notes and states">
        <Stack gap="small">
          <Note tone="warn">
            <strong>You have 0.00 credits.</strong> Running campaigns stop. <a href="/invoices">Recharge</a>
          </Note>
          <Note tone="error">E-mail or password is incorrect</Note>
          <Row>
            <State shape="on" detail="98% of today's share">
              Delivering
            </State>
            <State shape="limited">Limited by budget</State>
            <State shape="waiting">In review</State>
            <State shape="paused">Paused</State>
            <State shape="draft">Draft</State>
            <State shape="ended">Ended</State>
            <State shape="rejected">Rejected</State>
          </Row>
          <Progress label="Video" percent={62} />
        </Stack>
      </Card>
    </Columns>
  );
}

function FieldParts() {
  const [city, setCity] = useState<Option | null>(cities[0] ?? null);
  const [many, setMany] = useState<Option[]>(cities.slice(0, 2));
  const [device, setDevice] = useState<string | null>("computer");
  const [chips, setChips] = useState<string[]>(["web"]);
  return (
    <Card title="Fields">
      <Columns least={300}>
        <TextInput
          label="Title"
          defaultValue="Warm from the oven by six daily"
          count={{ now: 34, max: 30, text: "34 of 30" }}
          error="At most 30 characters. Take out 4."
        />
        <TextInput
          label="Destination link"
          defaultValue="https://brothaus-matte.example"
          help="UTM parameters are added."
        />
        <TextInput label="Budget" prefix="CHF" inputMode="decimal" defaultValue="1'500.00" />
        <Select
          label="Device"
          value={device}
          onChange={setDevice}
          options={["computer", "smartphone", "tablet"].map((value) => ({ value, label: value }))}
        />
        <Combobox label="City" options={cities} value={city} onChange={setCity} />
        <MultiCombobox multiple label="Cities" options={cities} value={many} onChange={setMany} />
        <TextArea label="Description" placeholder="What the banner says" />
        <Stack gap="small">
          <Checkbox defaultChecked>
            I agree to the <a href="/terms">general terms and conditions</a>
          </Checkbox>
          <Checkbox error="Please review and accept our General Terms and Conditions to proceed">Terms</Checkbox>
          <ChipGroup
            label="Environment"
            value={chips}
            onChange={setChips}
            options={["web", "app", "tv"].map((value) => ({ value, label: value }))}
          />
        </Stack>
      </Columns>
    </Card>
  );
}

const days = Array.from({ length: 30 }, (_, at) => {
  const seen = 2200 + Math.round(1800 * Math.sin(at / 3) ** 2 + at * 60);
  return { id: addDays("2026-10-23", at), seen, unseen: Math.round(seen * 0.31) };
});

function Charts() {
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
          columns={days.map((day, at) => ({
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
            rows={cities.map((city, at) => ({ id: city.value, name: city.label, value: 61930 / (at + 1) ** 1.4 }))}
          />
        </Card>
      </Columns>
    </Stack>
  );
}

type Line = { name: string; impressions: number; share: number };
const lines: Line[] = Array.from({ length: 38 }, (_, at) => ({
  name: `Campaign ${at + 1}`,
  impressions: (at * 7919) % 71204,
  share: ((at * 37) % 100) / 100,
}));

function Lists() {
  const state = useTableState({ sort: "impressions", direction: "desc" });
  const columns: Column<Line>[] = [
    {
      id: "name",
      header: "Campaign",
      narrow: "title",
      value: (line) => line.name,
      cell: (line) => <a href="/parts">{line.name}</a>,
    },
    { id: "state", header: "Delivery", cell: () => <State shape="on">Delivering</State> },
    {
      id: "budget",
      header: "Effective budget",
      cell: (line) => <Meter share={line.share} tick={0.6} label={`${line.share * 100}%`} />,
    },
    {
      id: "days",
      header: "Last 14 days",
      narrow: "hidden",
      cell: () => <Sparkline label="14 days" values={days.slice(0, 14).map((day) => day.seen)} />,
    },
    {
      id: "impressions",
      header: "Impressions",
      align: "right",
      value: (line) => line.impressions,
      cell: (line) => line.impressions,
    },
    {
      id: "actions",
      header: "Actions",
      headerHidden: true,
      narrow: "corner",
      cell: () => <Menu label="Actions" entries={[{ label: "Edit" }]} />,
    },
  ];
  return (
    <Stack>
      <Row>
        <SearchField label="Search by name" value={state.search} onChange={(search) => state.set({ search })} />
        <SelectButton
          label="Type"
          prefix="Type:"
          value="all"
          onChange={() => undefined}
          options={[{ value: "all", label: "all" }]}
        />
      </Row>
      <Card flush>
        <LocalTable
          caption="Campaigns"
          columns={columns}
          rows={lines.filter((line) => line.name.includes(state.search))}
          rowKey={(line) => line.name}
          state={state}
          empty={<EmptyState title="Nothing found">Try another term.</EmptyState>}
        />
      </Card>
      <Columns>
        <Card flush>
          <EmptyState
            title="No campaigns yet"
            action={
              <Button variant="primary" icon={Plus}>
                New campaign
              </Button>
            }
          >
            Choose places, a budget and a banner. It takes about ten minutes, and you pay only when it starts.
          </EmptyState>
        </Card>
        <Card flush>
          <ErrorState title="The invoices did not load" error={{ requestId: "7f3a-91c2" }} onRetry={() => undefined} />
        </Card>
        <Card flush>
          <SkeletonRows />
        </Card>
      </Columns>
    </Stack>
  );
}
