import { drawCreditNote } from "./credit-note-pdf.ts";

/** Runs in a worker thread. */
export default drawCreditNote;
