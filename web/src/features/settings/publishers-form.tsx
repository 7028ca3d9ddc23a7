import type { Endpoints } from "@litfass/contract/index";
import type { CallInput } from "@litfass/contract/kernel/endpoint";
import { publishersChangeSchema } from "@litfass/contract/settings/settings-endpoints";
import { Copy } from "lucide-react";
import { useMemo } from "react";
import type { CallResult } from "../../api/api.ts";
import { useCheckedForm } from "../../api/contract-form.ts";
import { useCall, useChange } from "../../api/use-call.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { showSnackbar } from "../../ui/feedback/snackbar-store.ts";
import { TextArea } from "../../ui/inputs/text-input.tsx";
import { Row } from "../../ui/layout/layout.tsx";
import { checkChange } from "./check-change.ts";
import { settingsReads } from "./save-settings.ts";
import styles from "./settings.module.css";
import { SettingsForm } from "./settings-form.tsx";

type Current = CallResult<"showOperatorSettings">["publishers"];
type Body = CallInput<Endpoints["changePublishers"]>["body"];
type Values = {
  version: number;
  note: string;
  /** A domain and its publisher on each line: `news.example Example News AG`. */
  settings: { sites: string };
};

const bodyOf = ({ settings, ...change }: Values): Body => ({
  ...change,
  settings: {
    sites: settings.sites
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => {
        const [domain = "", ...publisher] = line.trim().split(/\s+/);
        return { domain, publisher: publisher.join(" ") };
      }),
  },
});

/** The sites of publishers that show ads by the ad tag, and the tag to pass on to them. */
export function PublishersForm({ current: { version, settings } }: { current: Current }) {
  const { t } = useTranslation("settings");
  const check = useMemo(() => {
    const checkBody = checkChange<unknown>(publishersChangeSchema, t);
    return (values: Values) =>
      Object.fromEntries(
        Object.entries(checkBody(bodyOf(values))).map(([path, text]) => {
          const line = /^settings\.sites\.(\d+)\./.exec(path)?.[1];
          return line === undefined
            ? [path, text]
            : ["settings.sites", t("publishers.line", { line: Number(line) + 1, text })];
        }),
      );
  }, [t]);
  const form = useCheckedForm<Values>(check, {
    version,
    note: "",
    settings: { sites: settings.sites.map(({ domain, publisher }) => `${domain} ${publisher}`).join("\n") },
  });
  const change = useChange("changePublishers", settingsReads);
  const { errors } = form.formState;
  return (
    <SettingsForm section="publishers" form={form} onSave={(values) => change.mutateAsync({ body: bodyOf(values) })}>
      <TextArea
        label={t("publishers.sites")}
        help={t("publishers.sitesHelp")}
        rows={8}
        spellCheck={false}
        error={errors.settings?.sites?.message}
        {...form.register("settings.sites")}
      />
      <AdTag />
    </SettingsForm>
  );
}

/** The line that a publisher puts where the ad appears. */
function AdTag() {
  const { t } = useTranslation("settings");
  const site = useCall("showSite", {});
  if (!site.data) return null;
  const tag = `<script async src="${site.data.ads_url}/tag.js" data-width="300" data-height="250" data-slot="article-top"></script>`;
  async function copy() {
    await navigator.clipboard.writeText(tag);
    showSnackbar(t("publishers.copied"));
  }
  return (
    <div>
      <p className={styles.caption}>{t("publishers.tag")}</p>
      <pre className={styles.tag}>
        <code>{tag}</code>
      </pre>
      <Row>
        <Button small icon={Copy} onClick={() => void copy()}>
          {t("publishers.copy")}
        </Button>
      </Row>
    </div>
  );
}
