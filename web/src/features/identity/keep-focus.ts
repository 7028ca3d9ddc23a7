import type { MouseEvent } from "react";

/**
 * For links and buttons next to a form: pressing them keeps the focus. Otherwise the blur would validate the field, and
 * its message would shift the layout under the pointer.
 */
export const keepFocus = { onMouseDown: (event: MouseEvent) => event.preventDefault() };
