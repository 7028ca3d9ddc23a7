import { publisherSiteEndpoints } from "@litfass/contract/publishers/publisher-sites";
import { useMemo, useState } from "react";
import { Controller } from "react-hook-form";
import { problemText } from "../../api/api-error.ts";
import { checkBy, showServerErrors, useCheckedForm } from "../../api/contract-form.ts";
import { useChange } from "../../api/use-call.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Note } from "../../ui/feedback/note.tsx";
import { showSnackbar } from "../../ui/feedback/snackbar-store.ts";
import { Select } from "../../ui/inputs/select.tsx";
import { TextInput } from "../../ui/inputs/text-input.tsx";
import { Stack } from "../../ui/layout/layout.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { DialogActions } from "../../ui/overlays/dialog-actions.tsx";
import { siteReads } from "./reads.ts";

type Values = { kind: "site" | "app"; name: string; domain: string };
const bodyOf = ({ kind, name, domain }: Values) =>
  kind === "site" ? { kind, name: name.trim() } : { kind, name: name.trim(), domain: domain.trim() };

/** Claims a site by its host, or an app by its bundle and its developer's domain. */
export function ClaimDialog({ publisher, onClose }: { publisher: number; onClose: () => void }) {
  const { t } = useTranslation("publishers");
  const [problem, setProblem] = useState<string | null>(null);
  const check = useMemo(() => {
    const checkBody = checkBy<unknown>(publisherSiteEndpoints.claimPublisherSite.body as never);
    return (values: Values) => checkBody(bodyOf(values));
  }, []);
  const form = useCheckedForm<Values>(check, { kind: "site", name: "", domain: "" });
  const claim = useChange("claimPublisherSite", siteReads);
  const { errors, isSubmitting } = form.formState;
  const kind = form.watch("kind");
  async function save(values: Values) {
    setProblem(null);
    try {
      await claim.mutateAsync({ params: { publisher }, body: bodyOf(values) });
      showSnackbar(t("site.checking"));
      onClose();
    } catch (error) {
      if (!showServerErrors(form, error)) setProblem(problemText(error));
    }
  }
  return (
    <Dialog
      open
      title={t("site.add")}
      lead={t("claim.lead")}
      onClose={onClose}
      actions={
        <DialogActions onCancel={onClose} form="claim-site" busy={isSubmitting}>
          {t("site.add")}
        </DialogActions>
      }
    >
      <form id="claim-site" noValidate onSubmit={form.handleSubmit(save)}>
        <Stack>
          {problem && <Note tone="error">{problem}</Note>}
          <Controller
            control={form.control}
            name="kind"
            render={({ field: { value, onChange } }) => (
              <Select
                label={t("site.kind")}
                options={(["site", "app"] as const).map((each) => ({ value: each, label: t(`kind.${each}`) }))}
                value={value}
                onChange={onChange}
              />
            )}
          />
          <TextInput
            label={t(kind === "site" ? "claim.host" : "claim.bundle")}
            help={t(kind === "site" ? "claim.hostHelp" : "claim.bundleHelp")}
            autoComplete="off"
            autoCapitalize="off"
            error={errors.name?.message}
            {...form.register("name")}
          />
          {kind === "app" && (
            <TextInput
              label={t("claim.domain")}
              help={t("claim.domainHelp")}
              autoComplete="off"
              error={errors.domain?.message}
              {...form.register("domain")}
            />
          )}
        </Stack>
      </form>
    </Dialog>
  );
}
