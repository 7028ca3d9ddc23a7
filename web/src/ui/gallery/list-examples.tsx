import { Plus } from "lucide-react";
import { Button } from "../button.tsx";
import { Sparkline } from "../charts/small-columns.tsx";
import { EmptyState } from "../feedback/empty-state.tsx";
import { ErrorState } from "../feedback/error-state.tsx";
import { Meter } from "../feedback/meter.tsx";
import { SkeletonRows } from "../feedback/skeleton.tsx";
import { State } from "../feedback/state.tsx";
import { SearchField } from "../inputs/search-field.tsx";
import { SelectButton } from "../inputs/select-button.tsx";
import { Card } from "../layout/card.tsx";
import { Columns, Row, Stack } from "../layout/layout.tsx";
import { Menu } from "../overlays/menu.tsx";
import type { Column } from "../tables/data-table.tsx";
import { LocalTable } from "../tables/local-table.tsx";
import { useTableState } from "../tables/use-table-state.ts";
import { sampleDays } from "./chart-examples.tsx";

type Line = { name: string; impressions: number; share: number };
const lines: Line[] = Array.from({ length: 38 }, (_, at) => ({
  name: `Campaign ${at + 1}`,
  impressions: (at * 7919) % 71204,
  share: ((at * 37) % 100) / 100,
}));

/** Tables, filters, and the empty, failed and loading states. */
export function ListExamples() {
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
      cell: () => <Sparkline label="14 days" values={sampleDays.slice(0, 14).map((day) => day.seen)} />,
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
          <ErrorState
            title="The invoices could not be loaded"
            error={{ requestId: "7f3a-91c2" }}
            onRetry={() => undefined}
          />
        </Card>
        <Card flush>
          <SkeletonRows />
        </Card>
      </Columns>
    </Stack>
  );
}
