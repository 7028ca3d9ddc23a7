import { type PackedGazetteer, packGazetteer } from "./pack-gazetteer.ts";

/** Runs in a worker thread. */
export default (): PackedGazetteer => packGazetteer();
