import type { ContentValues, CreativeForms } from "@litfass/contract/creatives/creative-content";
import { contentSchema } from "@litfass/contract/creatives/creative-content";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useRef, useState } from "react";
import { call } from "../../../api/api.ts";
import { ApiError } from "../../../api/api-error.ts";
import { checkBy } from "../../../api/contract-form.ts";
import { useSavedOnLeaving } from "../../../api/use-saved-on-leaving.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { byField, changeOf, drawnValues, type FillingPatch, without } from "./filling-change.ts";

/** The delay between the last input and saving. */
const saveAfterMs = 600;

export type Filling = {
  /** The form's values: the saved ones with unsaved changes. */
  values: ContentValues;
  /** The same with valid colors only, for rendering. */
  drawn: ContentValues;
  change: (patch: FillingPatch) => void;
  /** Messages by field, from the form or the server. */
  errors: Record<string, string>;
  saving: boolean;
  savedAt: Date | null;
  failed: string | null;
  /** The server's message if the campaign was started elsewhere and can no longer be edited. */
  closed: string | null;
  /** Saves pending changes. */
  retry: () => Promise<void>;
  /** Reverts to the saved values if they were changed elsewhere. */
  forget: () => void;
};

/**
 * A campaign's banner content, saved while typing. Rejected input stays visible with its message and is sent once it is
 * valid; a failed call is retried with the next change.
 */
export function useFilling(
  campaignId: number,
  groupUuid: string,
  saved: ContentValues,
  onSaved?: (forms: CreativeForms) => void,
): Filling {
  const { t, i18n } = useTranslation("creatives");
  const client = useQueryClient();
  const [typed, setTyped] = useState<FillingPatch>({});
  const [refused, setRefused] = useState<Record<string, string>>({});
  const [saving, setSaving] = useState(false);
  const [savedAt, setSavedAt] = useState<Date | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [closed, setClosed] = useState<string | null>(null);
  const waiting = useRef<FillingPatch>({});
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const running = useRef<Promise<void>>(Promise.resolve());

  // The messages depend on the display language.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new language makes new messages.
  const check = useMemo(() => {
    const names = Object.fromEntries(
      (["title", "description", "button_text"] as const).map((name) => [name, t(`field.${name}`)]),
    );
    const bySchema = checkBy<object>(contentSchema, names);
    return (patch: FillingPatch) => byField(bySchema(changeOf(patch)));
  }, [t, i18n.language]);
  const wrong = useMemo(() => check(typed), [check, typed]);

  const save = useCallback((): Promise<void> => {
    clearTimeout(timer.current);
    running.current = running.current.then(async () => {
      const patch = without(waiting.current, check(waiting.current));
      if (Object.keys(patch).length === 0) return;
      waiting.current = without(waiting.current, patch as Record<string, string>);
      setSaving(true);
      try {
        const params = { userCampaign: campaignId, creativeGroup: groupUuid };
        const forms = await call("fillCreativeGroup", { params, body: changeOf(patch), quiet: true, keepalive: true });
        client.setQueryData(["showCreativeForms", { params: { userCampaign: campaignId } }], forms);
        onSaved?.(forms);
        setRefused((now) => Object.fromEntries(Object.entries(now).filter(([field]) => !(field in patch))));
        setFailed(null);
        setSavedAt(new Date());
        void client.invalidateQueries({ queryKey: ["checkCampaignReadiness"] });
      } catch (error) {
        if (error instanceof ApiError && error.status === 422) {
          const messages = byField(
            Object.fromEntries(Object.entries(error.errors).map(([at, [text = ""]]) => [at, text])),
          );
          setRefused(messages);
          waiting.current = { ...without(patch, messages), ...waiting.current };
        } else if (error instanceof ApiError && error.status === 409) {
          setClosed(error.message);
        } else {
          waiting.current = { ...patch, ...waiting.current };
          setFailed(error instanceof Error ? error.message : String(error));
        }
      } finally {
        setSaving(false);
      }
    });
    return running.current;
  }, [campaignId, groupUuid, client, check, onSaved]);

  const change = useCallback(
    (patch: FillingPatch) => {
      setTyped((now) => ({ ...now, ...patch }));
      waiting.current = { ...waiting.current, ...patch };
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void save(), saveAfterMs);
    },
    [save],
  );

  const forget = useCallback(() => setTyped({}), []);

  useSavedOnLeaving(save);

  const drawn = useMemo(() => drawnValues(saved, typed), [saved, typed]);
  const values = useMemo(() => ({ ...saved, ...typed }), [saved, typed]);
  return {
    values,
    drawn,
    change,
    errors: { ...refused, ...wrong },
    saving,
    savedAt,
    failed,
    closed,
    retry: save,
    forget,
  };
}
