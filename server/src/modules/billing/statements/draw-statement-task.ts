import { drawStatement } from "./statement-pdf.ts";

/** Runs in a worker thread. */
export default drawStatement;
