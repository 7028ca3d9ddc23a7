import { additionalFormats, type Format, formats } from "@litfass/contract/kernel/formats";
import { newPlacementSchema, type PlacementRecord } from "@litfass/contract/publishers/placements";
import type { PublisherDetail } from "@litfass/contract/publishers/publishers";
import { useMemo, useState } from "react";
import { Controller } from "react-hook-form";
import { problemText } from "../../api/api-error.ts";
import { checkBy, showServerErrors, useCheckedForm } from "../../api/contract-form.ts";
import { useCall, useChange } from "../../api/use-call.ts";
import { formatSize } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Note } from "../../ui/feedback/note.tsx";
import { showSnackbar } from "../../ui/feedback/snackbar-store.ts";
import { ChipGroup } from "../../ui/inputs/chip-group.tsx";
import { MultiCombobox } from "../../ui/inputs/combobox.tsx";
import { Select } from "../../ui/inputs/select.tsx";
import { TextArea, TextInput } from "../../ui/inputs/text-input.tsx";
import { Columns, Stack } from "../../ui/layout/layout.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { DialogActions } from "../../ui/overlays/dialog-actions.tsx";
import { bodyOf, type PlacementValues, valuesOf } from "./placement-values.ts";
import { placementReads } from "./reads.ts";
import type { Categories } from "./use-categories.ts";

type PlacementDialogProps = {
  publisher: PublisherDetail;
  /** Absent for a new one, whose site can be chosen. */
  placement?: PlacementRecord;
  categories: Categories;
  onClose: () => void;
};

const offeredSizes: readonly Format[] = [...formats, ...additionalFormats];

/** List entries have no field of their own: their problem appears at the list. */
const fieldOf = (path: string): string => path.replace(/^(sizes|\w+_categories|blocked_advertisers)\..*/, "$1");

/** Adds or changes a placement. */
export function PlacementDialog({
  publisher,
  placement,
  categories: { options, nameOf },
  onClose,
}: PlacementDialogProps) {
  const { t } = useTranslation("publishers");
  const [problem, setProblem] = useState<string | null>(null);
  const params = { publisher: publisher.id };
  const sites = useCall("listPublisherSites", { params, query: { per_page: 100 } });
  const siteOptions = (sites.data?.data ?? [])
    .filter(({ kind }) => kind === "site")
    .map(({ id, name }) => ({ value: String(id), label: name }));
  const state = placement?.state ?? "active";
  const check = useMemo(() => {
    const checkBody = checkBy<unknown>(newPlacementSchema);
    return (values: PlacementValues) =>
      Object.fromEntries(
        Object.entries(checkBody({ ...bodyOf(values, state), site: Number(values.site) })).map(([path, text]) => [
          fieldOf(path),
          text,
        ]),
      );
  }, [state]);
  const form = useCheckedForm<PlacementValues>(check, valuesOf(placement, nameOf));
  const create = useChange("createPlacement", placementReads);
  const update = useChange("updatePlacement", placementReads);
  const { errors, isSubmitting } = form.formState;
  async function save(values: PlacementValues) {
    setProblem(null);
    const body = bodyOf(values, state);
    try {
      if (placement) await update.mutateAsync({ params: { ...params, placement: placement.id }, body });
      else await create.mutateAsync({ params, body: { ...body, site: Number(values.site) } });
      showSnackbar(t("placement.saved"));
      onClose();
    } catch (error) {
      if (!showServerErrors(form, error)) setProblem(problemText(error));
    }
  }
  const categories = (name: "allowed_categories" | "blocked_categories") => (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { value, onChange } }) => (
        <MultiCombobox
          multiple
          label={t(`placement.${name}`)}
          options={options}
          value={value}
          onChange={onChange}
          error={errors[name]?.message}
        />
      )}
    />
  );
  return (
    <Dialog
      open
      size="plan"
      title={placement?.name ?? t("placement.add")}
      onClose={onClose}
      actions={
        <DialogActions onCancel={onClose} form="placement" busy={isSubmitting}>
          {t("save")}
        </DialogActions>
      }
    >
      <form id="placement" noValidate onSubmit={form.handleSubmit(save)}>
        <Stack>
          {problem && <Note tone="error">{problem}</Note>}
          <Columns least={200}>
            <TextInput
              label={t("column.name")}
              placeholder={t("placement.namePlaceholder")}
              error={errors.name?.message}
              {...form.register("name")}
            />
            {!placement && (
              <Controller
                control={form.control}
                name="site"
                render={({ field: { value, onChange } }) => (
                  <Select
                    label={t("kind.site")}
                    options={siteOptions}
                    value={value === "" ? null : value}
                    onChange={onChange}
                    placeholder={t("placement.chooseSite")}
                    error={errors.site?.message}
                  />
                )}
              />
            )}
          </Columns>
          <Controller
            control={form.control}
            name="sizes"
            render={({ field: { value, onChange } }) => (
              <div>
                <ChipGroup
                  label={t("placement.sizes")}
                  options={offeredSizes.map((each) => ({ value: each, label: formatSize(each) }))}
                  value={value}
                  onChange={onChange}
                />
                {errors.sizes?.message && <Note tone="error">{errors.sizes.message}</Note>}
              </div>
            )}
          />
          <Columns least={200}>
            <TextInput
              label={t("placement.floor")}
              help={t("placement.floorHelp")}
              prefix={publisher.currency}
              inputMode="decimal"
              error={errors.floor?.message}
              {...form.register("floor")}
            />
            <TextInput
              label={t("placement.refresh")}
              help={t("placement.refreshHelp")}
              suffix="s"
              inputMode="numeric"
              error={errors.refresh_seconds?.message}
              {...form.register("refresh_seconds")}
            />
          </Columns>
          {categories("blocked_categories")}
          {categories("allowed_categories")}
          <TextArea
            label={t("placement.blocked_advertisers")}
            help={t("placement.blockedHelp")}
            rows={3}
            spellCheck={false}
            error={errors.blocked_advertisers?.message}
            {...form.register("blocked_advertisers")}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
