import type { Endpoints } from "@litfass/contract/index";
import type { CallInput } from "@litfass/contract/kernel/endpoint";
import type { Format } from "@litfass/contract/kernel/formats";
import { domainsOf } from "@litfass/contract/targeting/audiences";
import type { CallResult } from "../../api/api.ts";
import type { Option } from "../../ui/inputs/select.tsx";
import { numberOf } from "./number-of.ts";

type Placement = CallResult<"showPlacement">;
type PlacementBody = CallInput<Endpoints["updatePlacement"]>["body"];

/** The form of a placement: numbers and domains as typed. */
export type PlacementValues = {
  site: string;
  name: string;
  sizes: Format[];
  floor: string;
  allowed_categories: Option[];
  blocked_categories: Option[];
  blocked_advertisers: string;
  refresh_seconds: string;
};

/** The settings of a placement as a change that changes nothing. */
export const changeOf = (placement: Placement): PlacementBody => ({
  name: placement.name,
  sizes: placement.sizes,
  floor: placement.floor,
  allowed_categories: placement.allowed_categories,
  blocked_categories: placement.blocked_categories,
  blocked_advertisers: placement.blocked_advertisers,
  refresh_seconds: placement.refresh_seconds,
  state: placement.state,
});

/** What the form starts with. `nameOf` names a category by its code. */
export function valuesOf(placement: Placement | undefined, nameOf: (code: string) => string): PlacementValues {
  const options = (codes: string[] = []): Option[] => codes.map((code) => ({ value: code, label: nameOf(code) }));
  return {
    site: placement ? String(placement.site) : "",
    name: placement?.name ?? "",
    sizes: placement?.sizes ?? ["300x250"],
    floor: placement ? String(placement.floor) : "0",
    allowed_categories: options(placement?.allowed_categories),
    blocked_categories: options(placement?.blocked_categories),
    blocked_advertisers: (placement?.blocked_advertisers ?? []).join("\n"),
    refresh_seconds: placement?.refresh_seconds ? String(placement.refresh_seconds) : "",
  };
}

export const bodyOf = (values: PlacementValues, state: PlacementBody["state"]): PlacementBody => ({
  name: values.name.trim(),
  sizes: values.sizes,
  floor: numberOf(values.floor),
  allowed_categories: values.allowed_categories.map(({ value }) => value),
  blocked_categories: values.blocked_categories.map(({ value }) => value),
  blocked_advertisers: domainsOf(values.blocked_advertisers),
  refresh_seconds: values.refresh_seconds.trim() === "" ? null : numberOf(values.refresh_seconds),
  state,
});
