import { reviewReasonTexts } from "@litfass/contract/campaigns/review-reason-texts";
import { type ReviewReason, reviewReasonCodes } from "@litfass/contract/campaigns/review-reasons";
import { currentLocale } from "../../../i18n/i18n.ts";
import { Checkbox } from "../../../ui/inputs/checkbox.tsx";

type ReasonChoiceProps = { chosen: ReviewReason[]; onChange: (chosen: ReviewReason[]) => void };

/** The reasons for rejecting banners, each with its advice to the advertiser. */
export function ReasonChoice({ chosen, onChange }: ReasonChoiceProps) {
  const toggle = (code: ReviewReason) =>
    onChange(chosen.includes(code) ? chosen.filter((each) => each !== code) : [...chosen, code]);
  return reviewReasonCodes.map((code) => {
    const { text, advice } = reviewReasonTexts[code][currentLocale()];
    return (
      <Checkbox key={code} checked={chosen.includes(code)} help={advice} onChange={() => toggle(code)}>
        {text}
      </Checkbox>
    );
  });
}
