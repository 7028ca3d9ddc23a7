import type { LineOfBusiness } from "@litfass/contract/campaigns/lines-of-business";
import type { User } from "@litfass/contract/users/users";

/** The form values of a profile: empty texts instead of null. */
export type ProfileValues = {
  first_name: string;
  last_name: string;
  company_name: string;
  user_type: User["user_type"];
  country_code: string;
  postal_code: string;
  city: string;
  street: string;
  house_number: string;
  vat_number: string;
  line_of_business: LineOfBusiness | null;
  is_terms_accepted: boolean;
  isAllowPromotionAds: boolean;
};

/** The initial values of the form. */
export const valuesOf = (user: User): ProfileValues => ({
  first_name: user.first_name ?? "",
  last_name: user.last_name ?? "",
  company_name: user.company_name ?? "",
  user_type: user.user_type,
  country_code: user.country_code ?? "",
  postal_code: user.postal_code ?? "",
  city: user.city ?? "",
  street: user.street ?? "",
  house_number: user.house_number ?? "",
  vat_number: user.vat_number ?? "",
  line_of_business: user.line_of_business,
  is_terms_accepted: user.is_terms_accepted,
  isAllowPromotionAds: user.isAllowPromotionAds,
});
