import type { MouseEvent } from "react";

/**
 * For links and buttons beside a form: a press leaves the focus where it is. The field would otherwise be checked on
 * leaving, its message would push everything down, and the press would end beside what it began on.
 */
export const keepFocus = { onMouseDown: (event: MouseEvent) => event.preventDefault() };
