import type { Campaign, CampaignChange } from "@litfass/contract/campaigns";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import { call } from "../../data/api.ts";
import { ApiError } from "../../data/api-error.ts";
import { useSavedOnLeaving } from "../../data/use-saved-on-leaving.ts";

/** How long after the last key a draft is saved. */
const saveAfterMs = 600;

export type Draft = {
  /** The campaign with what was typed since. */
  campaign: Campaign;
  change: (patch: CampaignChange) => void;
  /** Messages at their fields, as the server or the form has them. */
  errors: Record<string, string>;
  saving: boolean;
  savedAt: Date | null;
  failed: string | null;
  /** Saves what is still waiting; false where the server refused something. */
  flush: () => Promise<boolean>;
};

/** What the settings steps need: of a campaign that saves itself, or of a template that is saved by its button. */
export type SettingsDraft = {
  campaign: Pick<
    Campaign,
    "name" | "categories" | "language" | "strategy" | "performance_goal" | "targeting" | "feed_url"
  > & { owner: string | null };
} & Pick<Draft, "change" | "errors">;

/**
 * A campaign that is saved while one types. What the server refuses stays on screen with its message and is sent again
 * with the next change, so nothing typed is lost; a call that failed is repeated by the next change or `flush`.
 */
export function useDraft(campaign: Campaign): Draft {
  const client = useQueryClient();
  const [typed, setTyped] = useState<CampaignChange>({});
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [saving, setSaving] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const [savedAt, setSavedAt] = useState<Date | null>(new Date(campaign.updated_at));
  const waiting = useRef<CampaignChange>({});
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const running = useRef<Promise<boolean>>(Promise.resolve(true));

  const save = useCallback((): Promise<boolean> => {
    clearTimeout(timer.current);
    running.current = running.current.then(async () => {
      const patch = waiting.current;
      if (Object.keys(patch).length === 0) return true;
      waiting.current = {};
      setSaving(true);
      try {
        const saved = await call("changeCampaign", {
          params: { userCampaign: campaign.id },
          body: patch,
          keepalive: true,
        });
        client.setQueryData(["showCampaign", { params: { userCampaign: campaign.id } }], saved);
        setErrors((now) => Object.fromEntries(Object.entries(now).filter(([field]) => !(rootOf(field) in patch))));
        setFailed(null);
        setSavedAt(new Date());
        return true;
      } catch (error) {
        waiting.current = { ...patch, ...waiting.current };
        if (error instanceof ApiError && error.status === 422) {
          const fields = Object.entries(error.errors);
          setErrors(Object.fromEntries(fields.map(([field, texts]) => [field, texts[0] ?? ""])));
          const refused = new Set(fields.map(([field]) => rootOf(field)));
          const kept = Object.fromEntries(Object.entries(waiting.current).filter(([field]) => !refused.has(field)));
          waiting.current = refused.size > 0 ? kept : {};
          setFailed(null);
        } else {
          setFailed(error instanceof Error ? error.message : String(error));
        }
        return false;
      } finally {
        setSaving(false);
      }
    });
    return running.current;
  }, [campaign.id, client]);

  const change = useCallback(
    (patch: CampaignChange) => {
      setTyped((now) => ({ ...now, ...patch }));
      waiting.current = { ...waiting.current, ...patch };
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void save(), saveAfterMs);
    },
    [save],
  );

  useSavedOnLeaving(save);

  return { campaign: { ...campaign, ...typed }, change, errors, saving, savedAt, failed, flush: save };
}

const rootOf = (field: string): string => field.split(".")[0] ?? field;
