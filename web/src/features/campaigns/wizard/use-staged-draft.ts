import type { Campaign, SettingsChange } from "@litfass/contract/campaigns/campaigns";
import { useEffect, useState } from "react";
import { ApiError } from "../../../api/api-error.ts";
import type { Draft } from "./use-draft.ts";

/** The unsaved changes of a started campaign. */
export type StagedChanges = {
  /** Only what differs from the saved campaign; null without changes. */
  change: SettingsChange | null;
  /** Shows the messages of a refused preview or save at their fields. */
  refuse: (error: unknown) => void;
  discard: () => void;
};

/** A started campaign: changes wait until they are saved together, because they go live at once. */
export function useStagedDraft(campaign: Campaign): Draft & { staged: StagedChanges } {
  const [typed, setTyped] = useState<SettingsChange>({});
  const [errors, setErrors] = useState<Record<string, string>>({});
  const change = differing(campaign, typed);
  const isChanged = change !== null;
  useEffect(() => {
    if (!isChanged) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isChanged]);
  return {
    campaign: { ...campaign, ...typed },
    change: ({ status: _, ...patch }) => {
      setTyped((now) => ({ ...now, ...patch }));
      setErrors((now) => Object.fromEntries(Object.entries(now).filter(([field]) => !(rootOf(field) in patch))));
    },
    errors,
    saving: false,
    savedAt: null,
    failed: null,
    flush: async () => true,
    staged: {
      change,
      refuse: (error) => {
        const messages = error instanceof ApiError ? Object.entries(error.errors) : [];
        setErrors(Object.fromEntries(messages.map(([field, texts]) => [field, texts[0] ?? ""])));
      },
      discard: () => {
        setTyped({});
        setErrors({});
      },
    },
  };
}

function differing(campaign: Campaign, typed: SettingsChange): SettingsChange | null {
  const saved: Record<string, unknown> = campaign;
  const changed = Object.entries(typed).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(saved[name]),
  );
  return changed.length === 0 ? null : Object.fromEntries(changed);
}

const rootOf = (field: string): string => field.split(".")[0] ?? field;
