import { Copy, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button, IconButton } from "../button.tsx";
import { Progress } from "../feedback/meter.tsx";
import { Note } from "../feedback/note.tsx";
import { showSnackbar } from "../feedback/snackbar-store.ts";
import { State } from "../feedback/state.tsx";
import { Segmented } from "../inputs/chip-group.tsx";
import type { DateRange } from "../inputs/date-range.ts";
import { DateRangePicker } from "../inputs/date-range-picker.tsx";
import { Card } from "../layout/card.tsx";
import { Columns, Row, Stack } from "../layout/layout.tsx";
import { Tabs } from "../layout/tabs.tsx";
import { ConfirmDelete } from "../overlays/confirm-delete.tsx";
import { Menu } from "../overlays/menu.tsx";

/** Buttons, menus, tabs and other controls. */
export function ControlExamples() {
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
