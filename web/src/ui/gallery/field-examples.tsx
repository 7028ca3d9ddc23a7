import { useState } from "react";
import { Checkbox } from "../inputs/checkbox.tsx";
import { ChipGroup } from "../inputs/chip-group.tsx";
import { Combobox, MultiCombobox } from "../inputs/combobox.tsx";
import { type Option, Select } from "../inputs/select.tsx";
import { TextArea, TextInput } from "../inputs/text-input.tsx";
import { Card } from "../layout/card.tsx";
import { Columns, Stack } from "../layout/layout.tsx";

const cities: Option[] = ["Bern", "Thun", "Biel/Bienne", "Köniz", "Burgdorf", "Fribourg", "Solothurn"].map((name) => ({
  value: name,
  label: name,
}));

/** Form fields. */
export function FieldExamples() {
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
