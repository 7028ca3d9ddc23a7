import { type Center, circleAround } from "@litfass/contract/targeting/circle-around";
import type { Location } from "@litfass/contract/targeting/targeting";
import { MapPin, X } from "lucide-react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { call } from "../../../api/api.ts";
import { useCall } from "../../../api/use-call.ts";
import { placeName } from "../../../i18n/place-name.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { Segmented } from "../../../ui/inputs/chip-group.tsx";
import { Combobox } from "../../../ui/inputs/combobox.tsx";
import { TextInput } from "../../../ui/inputs/text-input.tsx";
import { Icon } from "../../../ui/layout/icon.tsx";
import text from "../../../ui/layout/text.module.css";
import { useDebouncedValue } from "../../../ui/use-debounced-value.ts";
import { useCampaignDefaults } from "../use-campaign-defaults.ts";
import wizard from "../wizard/wizard.module.css";
import type { PlacesMapProps } from "./map/places-map.tsx";
import styles from "./places-field.module.css";

const PlacesMap = lazy(() => import("./map/places-map.tsx").then((module) => ({ default: module.PlacesMap })));
const GooglePlacesMap = lazy(() =>
  import("./map/google-places-map.tsx").then((module) => ({ default: module.GooglePlacesMap })),
);

const kinds = ["country", "region", "city", "radius", "zip"] as const;
type Kind = (typeof kinds)[number];
/** The help text per kind. */
const helpOf = { country: "english", region: "region", city: "english", radius: "center", zip: "zip" } as const;

/** A city is also found by its zip code, by itself and as the center of a circle. */
const searchedKind = (kind: Kind, q: string) =>
  kind !== "radius" && kind !== "city" ? kind : /^\d/.test(q) ? "zip" : "city";

type LabeledCenter = Center & { label: string };
type PlacesFieldProps = { places: Location[]; error?: string | undefined; onChange: (places: Location[]) => void };

/** Parses "46.95, 7.45" as a point. */
function pointIn(text: string): LabeledCenter | null {
  const [, latitude, longitude] = /^(-?\d{1,2}(?:\.\d+)?)[,; ]+(-?\d{1,3}(?:\.\d+)?)$/.exec(text.trim()) ?? [];
  return latitude && longitude ? centerAt({ latitude: Number(latitude), longitude: Number(longitude) }) : null;
}

function centerAt({ latitude, longitude }: { latitude: number; longitude: number }): LabeledCenter | null {
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return null;
  const name = `${latitude.toFixed(3)}, ${longitude.toFixed(3)}`;
  return { id: `point:${name}`, name, label: name, latitude, longitude, country: null };
}

/** The places where ads run: countries, regions, cities, circles and zip codes, by search, shown on a map. */
export function PlacesField({ places, error, onChange }: PlacesFieldProps) {
  const { t } = useTranslation("campaigns");
  const [kind, setKind] = useState<Kind>("city");
  const [search, setSearch] = useState("");
  // Preset of the radius field (CONST-027).
  const { radius_km: usualRadiusKm } = useCampaignDefaults();
  const [radius, setRadius] = useState(String(usualRadiusKm));
  const [center, setCenter] = useState<LabeledCenter | null>(null);
  const q = useDebouncedValue(search.trim(), 250);
  const found = useCall(
    "searchLocations",
    { body: { q: q || "-", kind: searchedKind(kind, q) } },
    { enabled: q.length > 0, staleMs: 600_000 },
  );
  const results = q ? (found.data ?? []) : [];
  const typed = kind === "radius" ? pointIn(q) : null;
  const options = [
    ...(typed ? [{ value: typed.id, label: typed.label }] : []),
    ...results.map((place) => ({ value: place.id, label: placeName(place) })),
  ];
  // An added place empties the field by a new one, which takes over the focus; a finger would open the keyboard.
  const field = useRef<HTMLDivElement>(null);
  const isChosen = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when a place was added.
  useEffect(() => {
    if (isChosen.current && !matchMedia("(pointer: coarse)").matches)
      field.current?.querySelector("input")?.focus({ preventScroll: true });
    isChosen.current = false;
  }, [places.length]);
  const add = (place: Location) => {
    if (!places.some((each) => each.id === place.id)) onChange([...places, place]);
    setSearch("");
  };
  const remove = (id: string) => onChange(places.filter((each) => each.id !== id));
  const toggle = (place: Location) => (places.some(({ id }) => id === place.id) ? remove(place.id) : add(place));
  const radiusKm = Number(radius);
  const validRadius = radiusKm >= 1 && radiusKm <= 500;

  function choose(id: string | undefined) {
    const place = results.find((each) => each.id === id);
    isChosen.current = kind !== "radius";
    if (kind !== "radius") return place && add(place);
    if (typed && typed.id === id) return setCenter(typed);
    setCenter(
      place && "latitude" in place ? { ...place, label: placeName(place), country: place.country ?? null } : null,
    );
  }

  const circle = kind === "radius" && center && validRadius ? circleAround(center, radiusKm) : null;
  async function addCircle() {
    if (!center || !circle) return;
    const { latitude, longitude } = center;
    isChosen.current = true;
    try {
      // A point on the map is named after the place next to it.
      const isPoint = center.id.startsWith("point:");
      add(
        isPoint
          ? (await call("searchRadius", { body: { latitude, longitude, radius_km: radiusKm } })).location
          : circle,
      );
      setCenter(null);
    } catch (failure) {
      showSnackbar(failure instanceof Error ? failure.message : String(failure));
    }
  }

  // A circle on the map looks added, so it is also added on going on without the button.
  const keepCircle = () => {
    if (circle) add(circle);
  };
  const keepOnLeaving = useRef(keepCircle);
  useEffect(() => {
    keepOnLeaving.current = keepCircle;
  });
  useEffect(() => () => keepOnLeaving.current(), []);

  function chooseKind(next: Kind) {
    keepCircle();
    setCenter(null);
    setKind(next);
  }

  return (
    <>
      <div className={styles.split}>
        <h2 className={text.heading}>{t("field.places")}</h2>
        <Segmented
          label={t("field.placeKind")}
          value={kind}
          options={kinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
          onChange={chooseKind}
        />
      </div>
      <div ref={field} className={kind === "radius" ? wizard.pair : undefined}>
        <Combobox
          key={kind + places.length}
          label={kind === "radius" ? t("field.center") : t("field.place")}
          help={t(`help.${helpOf[kind]}`)}
          options={options}
          loading={found.isFetching}
          placeholder={t(`placeholder.${kind}`)}
          value={center ? { value: center.id, label: center.label } : null}
          onSearch={setSearch}
          onChange={(option) => choose(option?.value)}
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
          <Button icon={MapPin} disabled={!circle} onClick={() => void addCircle()}>
            {t("action.addCircle")}
          </Button>
        </div>
      )}
      {error && <Note tone="error">{error}</Note>}
      <Suspense fallback={<Skeleton height={320} />}>
        <MapOfPlaces
          places={circle ? [...places, circle] : places}
          edited={
            center && circle ? { ...center, radius_km: radiusKm, onRadius: (km) => setRadius(String(km)) } : undefined
          }
          onPoint={kind === "radius" ? (point) => setCenter(centerAt(point)) : undefined}
          onRegion={kind === "region" ? toggle : undefined}
        />
      </Suspense>
      {places.length === 0 ? (
        <p className={wizard.caption}>{t("help.noPlaces")}</p>
      ) : (
        <ul className={wizard.chips} style={{ listStyle: "none", margin: 0, padding: 0 }}>
          {places.map((place) => (
            <li key={place.id} className={styles.chip}>
              {placeName(place)}
              <button
                type="button"
                aria-label={t("action.removePlace", { name: placeName(place) })}
                onClick={() => remove(place.id)}
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

/** Google's map if a key is configured and its script loads, otherwise the built-in one (STATE-036). */
function MapOfPlaces(props: PlacesMapProps) {
  const { data: site } = useCall("showSite", {}, { staleMs: Number.POSITIVE_INFINITY });
  const [failed, setFailed] = useState(false);
  if (!site?.google_maps_key || failed) return <PlacesMap {...props} />;
  return <GooglePlacesMap {...props} apiKey={site.google_maps_key} onFailure={() => setFailed(true)} />;
}
