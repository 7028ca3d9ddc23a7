import { textsOf } from "../texts.ts";
import { lineOfBusinessNames } from "./lines-of-business.ts";

/** The names of lines of business. */
export const lineOfBusinessTexts = textsOf("line_of_business", lineOfBusinessNames);
