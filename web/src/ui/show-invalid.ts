import { flushSync } from "react-dom";

/** Shows a form's errors and focuses the first of its fields with one, which may be out of sight on a long form. */
export function showInvalid(form: HTMLElement, show: () => void): void {
  flushSync(show);
  form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
