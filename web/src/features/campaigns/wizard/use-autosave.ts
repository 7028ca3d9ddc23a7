import { useCallback, useRef, useState } from "react";
import { ApiError } from "../../../api/api-error.ts";
import { useSavedOnLeaving } from "../../../api/use-saved-on-leaving.ts";

/** The delay between the last input and saving. */
const saveAfterMs = 600;

export type Autosave<Change> = {
  /** The changes since the screen was opened. */
  typed: Change;
  change: (patch: Change) => void;
  /** Messages by field, from the server or the form. */
  errors: Record<string, string>;
  saving: boolean;
  savedAt: Date | null;
  failed: string | null;
  /** Saves pending changes; resolves to false if the server rejected any. */
  flush: () => Promise<boolean>;
};

/**
 * Saves while typing. Rejected input stays visible with its message and is sent again with the next change; a failed
 * call is retried by the next change or `flush`.
 */
export function useAutosave<Change extends object>(
  lastSavedAt: string,
  send: (patch: Change) => Promise<void>,
): Autosave<Change> {
  const [typed, setTyped] = useState<Change>({} as Change);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [saving, setSaving] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const [savedAt, setSavedAt] = useState<Date | null>(new Date(lastSavedAt));
  const waiting = useRef<Change>({} as Change);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const running = useRef<Promise<boolean>>(Promise.resolve(true));

  const save = useCallback((): Promise<boolean> => {
    clearTimeout(timer.current);
    running.current = running.current.then(async () => {
      const patch = waiting.current;
      if (Object.keys(patch).length === 0) return true;
      waiting.current = {} as Change;
      setSaving(true);
      try {
        await send(patch);
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
          const stillWaiting = Object.entries(waiting.current).filter(([field]) => !refused.has(field));
          waiting.current = (refused.size > 0 ? Object.fromEntries(stillWaiting) : {}) as Change;
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
  }, [send]);

  const change = useCallback(
    (patch: Change) => {
      setTyped((now) => ({ ...now, ...patch }));
      waiting.current = { ...waiting.current, ...patch };
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void save(), saveAfterMs);
    },
    [save],
  );

  useSavedOnLeaving(save);

  return { typed, change, errors, saving, savedAt, failed, flush: save };
}

const rootOf = (field: string): string => field.split(".")[0] ?? field;
