import { reviewReasons } from "@litfass/contract/campaigns/review-reasons";
import type { Platform } from "@litfass/platform/platform";
import { findUser } from "../../users/index.ts";
import { campaignRowById } from "../campaign-sql.ts";
import { findReview } from "./review-sql.ts";

export const reviewMailJob = "campaigns.review-mail";

/** Tells the advertiser the decision, with what to do. @throws where the mail server does not take it: tried again. */
export async function mailReview({ db, mailer, config }: Platform, id: number): Promise<void> {
  const review = await findReview(db, id);
  const campaign = review && (await campaignRowById(db, review.campaignId));
  const owner = campaign && (await findUser(db, campaign.ownerUid));
  if (!review || !campaign || !owner?.email) return;
  const lang = owner.lang === "de" ? "de" : "en";
  const link = `${config.publicUrl}/campaigns/${campaign.id}?step=preview`;
  const reasons = review.reasons.map((code) => {
    const [text, advice] = reviewReasons[code][lang];
    return `- ${text}. ${advice}`;
  });
  const mail =
    review.status === "approved" ? approved(lang, campaign.name) : rejected(lang, campaign.name, reasons, review.note);
  await mailer.send({ to: owner.email, subject: mail.subject, text: [...mail.lines, link].join("\n\n") });
}

type Mail = { subject: string; lines: string[] };

const approved = (lang: "en" | "de", name: string): Mail =>
  lang === "de"
    ? {
        subject: `Freigegeben: ${name}`,
        lines: [`Guten Tag`, `Die Werbung Ihrer Kampagne «${name}» ist freigegeben und wird ab jetzt gezeigt.`],
      }
    : {
        subject: `Approved: ${name}`,
        lines: ["Hello", `The ads of your campaign "${name}" are approved and are shown from now on.`],
      };

function rejected(lang: "en" | "de", name: string, reasons: string[], note: string | null): Mail {
  if (lang === "de") {
    return {
      subject: `Bitte anpassen: ${name}`,
      lines: [
        "Guten Tag",
        `Die Werbung Ihrer Kampagne «${name}» konnten wir so nicht freigeben:`,
        reasons.join("\n"),
        ...(note ? [`Dazu unsere Anmerkung: ${note}`] : []),
        "Passen Sie sie an und reichen Sie sie nochmals ein, oder verlangen Sie eine zweite Prüfung. Ihr Budget bleibt reserviert.",
      ],
    };
  }
  return {
    subject: `Please change: ${name}`,
    lines: [
      "Hello",
      `We could not approve the ads of your campaign "${name}" as they are:`,
      reasons.join("\n"),
      ...(note ? [`Our note: ${note}`] : []),
      "Change them and hand them in again, or ask for a second look. Your budget stays reserved.",
    ],
  };
}
