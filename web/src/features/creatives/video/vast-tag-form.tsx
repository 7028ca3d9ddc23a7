import { useState } from "react";
import { firstMessage, problemText } from "../../../api/api-error.ts";
import { useChange } from "../../../api/use-call.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { TextArea, TextInput } from "../../../ui/inputs/text-input.tsx";
import { Row, Stack } from "../../../ui/layout/layout.tsx";
import { afterVideo } from "./after-video.ts";
import styles from "./video.module.css";

const macros = "[CACHEBUSTING], [TIMESTAMP], [GDPR], [GDPRCONSENT], [REGULATIONS], [DOMAIN], [APPBUNDLE]";
const fields = ["duration", "width", "height"] as const;
const numbers = { duration: "15", width: "1280", height: "720" };

/** Another ad server's VAST tag as the video of a campaign. */
export function VastTagForm({ campaignId, hosts }: { campaignId: number; hosts: readonly string[] }) {
  const { t, i18n } = useTranslation("video");
  const save = useChange("setVastTag", afterVideo);
  const [tag, setTag] = useState("");
  const [stated, setStated] = useState<Record<(typeof fields)[number], string>>(numbers);

  async function add() {
    const body = {
      tag,
      duration: Number(stated.duration),
      width: Number(stated.width),
      height: Number(stated.height),
    };
    try {
      await save.mutateAsync({ params: { userCampaign: campaignId }, body });
      setTag("");
    } catch {
      // Shown at the field or below.
    }
  }

  if (hosts.length === 0) return <Note>{t("tag.none")}</Note>;
  const named = ["tag", ...fields].some((field) => firstMessage(save.error, field));
  return (
    <Stack gap="small">
      <p className={styles.hint}>{t("tag.lead")}</p>
      <TextArea
        label={t("tag.code")}
        help={t("tag.codeHelp", { hosts: new Intl.ListFormat(i18n.language).format(hosts), macros })}
        rows={4}
        spellCheck={false}
        autoComplete="off"
        error={firstMessage(save.error, "tag")}
        value={tag}
        onChange={({ target }) => setTag(target.value)}
      />
      <div className={styles.stated}>
        {fields.map((field) => (
          <TextInput
            key={field}
            label={t(`tag.${field}`)}
            inputMode="numeric"
            suffix={field === "duration" ? "s" : "px"}
            error={firstMessage(save.error, field)}
            value={stated[field]}
            onChange={({ target }) => setStated({ ...stated, [field]: target.value })}
          />
        ))}
      </div>
      <Row>
        <Button busy={save.isPending} disabled={tag.trim() === ""} onClick={() => void add()}>
          {t("tag.save")}
        </Button>
      </Row>
      {save.error && !named && <Note tone="error">{problemText(save.error)}</Note>}
    </Stack>
  );
}
