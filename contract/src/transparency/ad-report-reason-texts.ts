import { textsOf } from "../texts.ts";
import { adReportReasons } from "./ad-report-reasons.ts";

/** The reasons as visitors and staff read them. */
export const adReportReasonTexts = textsOf("ad_report_reason", adReportReasons);
