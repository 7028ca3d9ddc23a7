import type { Location } from "@litfass/contract/targeting/targeting";
import { useState } from "react";
import { useCall } from "../../../api/use-call.ts";
import { placeName } from "../../../i18n/place-name.ts";
import { Combobox } from "../../../ui/inputs/combobox.tsx";
import { useDebouncedValue } from "../../../ui/use-debounced-value.ts";

type PlaceFieldProps = {
  label: string;
  error: string | undefined;
  placeholder: string;
  value: Location | null;
  onChange: (place: Location | null) => void;
};

/** A single place of any kind, found by name; null if cleared. */
export function PlaceField({ value, onChange, ...frame }: PlaceFieldProps) {
  const [text, setText] = useState("");
  const q = useDebouncedValue(text.trim(), 250);
  const isSearch = q.length > 0 && !(value && q === placeName(value));
  const found = useCall("searchLocations", { body: { q: q || "-" } }, { enabled: isSearch, staleMs: 600_000 });
  const results = isSearch ? (found.data ?? []) : [];
  return (
    <Combobox
      {...frame}
      options={results.map((place) => ({ value: place.id, label: placeName(place) }))}
      loading={found.isFetching}
      value={value && { value: value.id, label: placeName(value) }}
      onSearch={setText}
      onChange={(option) => {
        const place = results.find(({ id }) => id === option?.value);
        if (place || option === null) onChange(place ?? null);
      }}
    />
  );
}
