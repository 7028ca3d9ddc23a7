import type { Location } from "@litfass/contract/targeting";
import { MapPin, X } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../data/api.ts";
import { useCall } from "../../data/use-call.ts";
import { Button } from "../../ui/button.tsx";
import { Segmented } from "../../ui/chip-group.tsx";
import { Combobox } from "../../ui/combobox.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Note } from "../../ui/note.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import words from "../../ui/text.module.css";
import { TextInput } from "../../ui/text-input.tsx";
import { useLater } from "./use-later.ts";
import styles from "./wizard.module.css";

const PlacesMap = lazy(() => import("./places-map.tsx").then((module) => ({ default: module.PlacesMap })));

const kinds = ["country", "region", "city", "radius"] as const;
type Kind = (typeof kinds)[number];
/** Preset of the radius field (CONST-027). */
const usualRadiusKm = 30;

type PlacesFieldProps = { places: Location[]; error?: string | undefined; onChange: (places: Location[]) => void };

/** Where the ads run: countries, regions, cities and circles, by search, shown on a map. */
export function PlacesField({ places, error, onChange }: PlacesFieldProps) {
  const { t } = useTranslation("campaigns");
  const [kind, setKind] = useState<Kind>("city");
  const [text, setText] = useState("");
  const [radius, setRadius] = useState(String(usualRadiusKm));
  const [centre, setCentre] = useState<Location | null>(null);
  const q = useLater(text.trim(), 250);
  const found = useCall(
    "searchLocations",
    { body: { q: q || "-", kind: kind === "radius" ? "city" : kind } },
    { enabled: q.length > 0, staleMs: 600_000 },
  );
  const results = q ? (found.data ?? []) : [];
  const add = (place: Location) => {
    if (!places.some((each) => each.id === place.id)) onChange([...places, place]);
    setText("");
  };
  const radiusKm = Number(radius);
  const validRadius = radiusKm >= 1 && radiusKm <= 500;
  const point = centre && "latitude" in centre ? centre : null;

  async function addCircle() {
    if (!point || !validRadius) return;
    const { latitude, longitude } = point;
    const area = await call("searchRadius", { body: { latitude, longitude, radius_km: radiusKm } });
    add({ ...area.location, name: `${point.name.split(",")[0]}, ${radiusKm} km` });
    setCentre(null);
  }

  return (
    <>
      <div className={styles.foot} style={{ marginTop: 0, justifyContent: "space-between" }}>
        <h2 className={words.heading}>{t("field.places")}</h2>
        <Segmented
          label={t("field.placeKind")}
          value={kind}
          options={kinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
          onChange={setKind}
        />
      </div>
      <div className={kind === "radius" ? styles.pair : undefined}>
        <Combobox
          key={kind + places.length}
          label={kind === "radius" ? t("field.centre") : t("field.place")}
          help={t("help.english")}
          options={results.map((place) => ({ value: place.id, label: place.name }))}
          loading={found.isFetching}
          placeholder={t(`placeholder.${kind}`)}
          value={centre ? { value: centre.id, label: centre.name } : null}
          onSearch={setText}
          onChange={(option) => {
            const place = results.find((each) => each.id === option?.value) ?? null;
            if (kind === "radius") setCentre(place);
            else if (place) add(place);
          }}
        />
        {kind === "radius" && (
          <TextInput
            label={t("field.radius")}
            suffix="km"
            inputMode="numeric"
            help={t("help.radius", { km: usualRadiusKm })}
            error={validRadius ? undefined : t("error.radius")}
            value={radius}
            onChange={(event) => setRadius(event.target.value)}
          />
        )}
      </div>
      {kind === "radius" && (
        <div>
          <Button icon={MapPin} disabled={!point || !validRadius} onClick={() => void addCircle()}>
            {t("action.addCircle")}
          </Button>
        </div>
      )}
      {error && <Note tone="error">{error}</Note>}
      <Suspense fallback={<Skeleton height={320} />}>
        <PlacesMap
          places={
            kind === "radius" && point && validRadius
              ? [...places, { ...point, kind: "radius", radius_km: radiusKm, id: "preview", country: null }]
              : places
          }
        />
      </Suspense>
      {places.length === 0 ? (
        <p className={styles.caption}>{t("help.noPlaces")}</p>
      ) : (
        <ul className={styles.chips} style={{ listStyle: "none", margin: 0, padding: 0 }}>
          {places.map((place) => (
            <li key={place.id} className={styles.chip}>
              {place.name}
              <button
                type="button"
                aria-label={t("action.removePlace", { name: place.name })}
                onClick={() => onChange(places.filter((each) => each.id !== place.id))}
              >
                <Icon of={X} size={12} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
