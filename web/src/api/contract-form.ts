import { fieldErrors } from "@litfass/contract/kernel/field-errors";
import { useMemo } from "react";
import type { DefaultValues, FieldErrors, FieldValues, Path, Resolver, UseFormReturn } from "react-hook-form";
import { useForm } from "react-hook-form";
import { currentLocale } from "../i18n/i18n.ts";
import { ApiError } from "./api-error.ts";
import { debounceCheck } from "./client/debounce-check.ts";

type Parsed = { success: true; data: unknown } | { success: false; error: Parameters<typeof fieldErrors>[0] };
/** The part of a contract schema that forms use. */
export type FormSchema = { safeParse: (values: unknown) => Parsed };

/** Messages by field path, or none. */
export type Check<Values> = (values: Values) => Record<string, string>;

/** Validates the whole form with one schema. `labels` are the form's field names by path. */
export function checkBy<Values>(schema: FormSchema, labels: Record<string, string> = {}): Check<Values> {
  return (values) => {
    const parsed = schema.safeParse(values);
    if (parsed.success) return {};
    const found = Object.entries(fieldErrors(parsed.error, currentLocale(), labels));
    return Object.fromEntries(found.map(([path, texts]) => [path, texts[0] ?? ""]));
  };
}

/** Checks each field by its own schema. */
export function checkEach<Values extends Record<string, unknown>>(
  schemas: Partial<Record<keyof Values & string, FormSchema>>,
): Check<Values> {
  return (values) => {
    const messages: Record<string, string> = {};
    for (const [name, schema] of Object.entries(schemas) as [string, FormSchema][]) {
      const parsed = schema.safeParse(values[name]);
      if (!parsed.success) messages[name] = fieldErrors(parsed.error, currentLocale())[""]?.[0] ?? "";
    }
    return messages;
  };
}

/** A React Hook Form whose errors are the contract's messages: first on leaving a field, then while typing. */
export function useCheckedForm<Values extends FieldValues>(
  check: Check<Values>,
  defaultValues: DefaultValues<Values>,
): UseFormReturn<Values> {
  const resolver = useMemo<Resolver<Values>>(() => {
    const checked = debounceCheck(check);
    return async (values) => {
      const messages = await checked(values);
      return Object.keys(messages).length === 0
        ? { values, errors: {} }
        : { values: {}, errors: nested(messages) as FieldErrors<Values> };
    };
  }, [check]);
  return useForm<Values>({ resolver, defaultValues, mode: "onTouched" });
}

/** Expands `targeting.city: text` to the nested errors that React Hook Form reads. */
function nested(messages: Record<string, string>): Record<string, unknown> {
  const tree: Record<string, unknown> = {};
  for (const [path, message] of Object.entries(messages)) {
    const names = path.split(".");
    const last = names.pop() ?? path;
    let at = tree;
    for (const name of names) {
      at[name] ??= {};
      at = at[name] as Record<string, unknown>;
    }
    at[last] = { type: "contract", message };
  }
  return tree;
}

/** A 422 response with other field paths, for forms whose fields are not those of the API. Other errors stay. */
export function withPaths(error: unknown, pathOf: (path: string) => string): unknown {
  if (!(error instanceof ApiError)) return error;
  const { message, status, code, requestId, user } = error;
  const errors = Object.fromEntries(Object.entries(error.errors).map(([path, texts]) => [pathOf(path), texts]));
  return new ApiError({ message, status, code, requestId, user, errors });
}

/** Shows the messages of a 422 response at their fields, the first of which gets the focus; returns false for any other error. */
export function showServerErrors<Values extends FieldValues>(form: UseFormReturn<Values>, error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status !== 422) return false;
  for (const [at, [path, texts]] of Object.entries(error.errors).entries()) {
    const problem = { type: "server", message: texts[0] ?? error.message };
    form.setError(path as Path<Values>, problem, { shouldFocus: at === 0 });
  }
  return true;
}
