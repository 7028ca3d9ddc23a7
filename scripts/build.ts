import { buildWeb } from "../server/src/processes/web-build.ts";
import { root } from "./run-steps.ts";

/** `npm run build`: everything that a production start would otherwise have to build. */
if (!buildWeb(root, (line) => console.log(line))) console.log("The web app is built already");
