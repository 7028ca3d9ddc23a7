import { thirdPartyNetworks } from "@litfass/contract/creatives/third-party-networks";
import type { Endpoints } from "@litfass/contract/index";
import type { CallInput } from "@litfass/contract/kernel/endpoint";
import { thirdPartyChangeSchema } from "@litfass/contract/settings/settings-endpoints";
import { isHostIn } from "@litfass/contract/settings/third-party-hosts";
import { Plus } from "lucide-react";
import { useMemo } from "react";
import type { CallResult } from "../../api/api.ts";
import { ApiError } from "../../api/api-error.ts";
import { useCheckedForm } from "../../api/contract-form.ts";
import { useChange } from "../../api/use-call.ts";
import type { Translate } from "../../i18n/text-keys.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/feedback/note.tsx";
import { TextArea } from "../../ui/inputs/text-input.tsx";
import { Row, Stack } from "../../ui/layout/layout.tsx";
import { checkChange } from "./check-change.ts";
import { settingsReads } from "./save-settings.ts";
import styles from "./settings.module.css";
import { SettingsForm } from "./settings-form.tsx";

type Current = CallResult<"showOperatorSettings">["third_party"];
type Body = CallInput<Endpoints["changeThirdPartyHosts"]>["body"];
type Values = { version: number; note: string; settings: { hosts: string } };

const hostsIn = (text: string): string[] => text.split(/\s+/).filter((host) => host !== "");

const bodyOf = ({ settings, ...change }: Values): Body => ({ ...change, settings: { hosts: hostsIn(settings.hosts) } });

/** The hosts from which third-party tags may load. */
export function ThirdPartyForm({ current: { version, settings } }: { current: Current }) {
  const { t } = useTranslation("settings");
  const check = useMemo(() => {
    const checkBody = checkChange<unknown>(thirdPartyChangeSchema, t);
    return (values: Values) => {
      const errors = Object.entries(checkBody(bodyOf(values))).map(([path, text]) => [path, [text]]);
      return Object.fromEntries(
        Object.entries(byField(Object.fromEntries(errors), t)).map(([path, [text = ""]]) => [path, text]),
      );
    };
  }, [t]);
  const form = useCheckedForm<Values>(check, { version, note: "", settings: { hosts: settings.hosts.join("\n") } });
  const change = useChange("changeThirdPartyHosts", [...settingsReads, "listOwnBanners"]);
  const entered = hostsIn(form.watch("settings.hosts"));
  const suggested = thirdPartyNetworks.filter(({ hosts }) => hosts.some((host) => !isHostIn(host, entered)));

  async function save(values: Values) {
    try {
      await change.mutateAsync({ body: bodyOf(values) });
    } catch (error) {
      throw error instanceof ApiError
        ? new ApiError({ ...error, message: error.message, errors: byField(error.errors, t) })
        : error;
    }
  }
  function add(hosts: readonly string[]) {
    const missing = hosts.filter((host) => !isHostIn(host, entered));
    form.setValue("settings.hosts", [...entered, ...missing].join("\n"), { shouldDirty: true });
  }

  return (
    <SettingsForm section="third_party" form={form} onSave={save}>
      <Note>{t("thirdParty.lead")}</Note>
      <TextArea
        label={t("thirdParty.hosts")}
        help={t("thirdParty.hostsHelp")}
        rows={8}
        spellCheck={false}
        error={form.formState.errors.settings?.hosts?.message}
        {...form.register("settings.hosts")}
      />
      {suggested.length > 0 && (
        <Stack gap="small">
          <p className={styles.caption}>{t("thirdParty.suggestions")}</p>
          <Row>
            {suggested.map(({ name, hosts }) => (
              <Button key={name} small icon={Plus} title={hosts.join(", ")} onClick={() => add(hosts)}>
                {name}
              </Button>
            ))}
          </Row>
        </Stack>
      )}
    </SettingsForm>
  );
}

/** All hosts are lines of one field. */
const byField = (errors: Record<string, string[]>, t: Translate<"settings">): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(errors).map(([path, [text = ""]]) => {
      const line = /^settings\.hosts\.(\d+)/.exec(path)?.[1];
      return line === undefined
        ? [path, [text]]
        : ["settings.hosts", [t("thirdParty.line", { line: Number(line) + 1, text })]];
    }),
  );
