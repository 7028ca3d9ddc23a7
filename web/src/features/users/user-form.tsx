import { isCustomer } from "@litfass/contract/kernel/roles";
import { type UserDetails, userChangesSchema } from "@litfass/contract/users/user-accounts";
import type { User } from "@litfass/contract/users/users";
import { useMemo, useState } from "react";
import { Controller, FormProvider } from "react-hook-form";
import { call } from "../../api/api.ts";
import { type Check, checkBy, showServerErrors, useCheckedForm } from "../../api/contract-form.ts";
import { queryClient } from "../../api/use-call.ts";
import { formatDateTime } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/feedback/note.tsx";
import { showSnackbar } from "../../ui/feedback/snackbar-store.ts";
import { Checkbox } from "../../ui/inputs/checkbox.tsx";
import { Select } from "../../ui/inputs/select.tsx";
import { TextInput } from "../../ui/inputs/text-input.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { UnsavedChanges } from "../../ui/unsaved/unsaved-changes.tsx";
import fields from "./form-fields.module.css";
import { CompanyFields } from "./profile/company-fields.tsx";
import { assignableRoles, canRevokeAccess, nameOf, userLists } from "./profile/person.ts";
import { type UserValues, userChangesOf, userValuesOf } from "./user-changes.ts";
import styles from "./users.module.css";

const textFields = [
  "first_name",
  "last_name",
  "company_name",
  "street",
  "house_number",
  "postal_code",
  "city",
  "vat_number",
  "email",
] as const;

/** Everything admins can change about a user: profile, e-mail, and the role among those they can assign (ROLE-003). */
export function UserForm({ user, viewer }: { user: UserDetails; viewer: User }) {
  const { t } = useTranslation("users-admin");
  const [start, setStart] = useState(() => userValuesOf(user));
  const [savedAt, setSavedAt] = useState<Date | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const check = useMemo<Check<UserValues>>(() => {
    const names = Object.fromEntries(
      ([...textFields, "country_code"] as const).map((name) => [name, t(`field.${name}`)]),
    );
    const bySchema = checkBy<Record<string, unknown>>(userChangesSchema, names);
    return (values) => bySchema(userChangesOf(values, start));
  }, [t, start]);
  const form = useCheckedForm<UserValues>(check, start);
  const { errors, isDirty, isSubmitting } = form.formState;
  const access = canRevokeAccess(viewer, user);
  const roles = assignableRoles(viewer);
  const canAssignRole = viewer.uid !== user.uid && roles.includes(user.user_role);

  async function save(values: UserValues): Promise<void> {
    setProblem(null);
    const body = userChangesOf(values, start);
    try {
      const saved = await call("changeUser", { params: { user: user.uid }, body });
      const next = userValuesOf(saved);
      setStart(next);
      form.reset(next);
      setSavedAt(new Date());
      showSnackbar(t("profile.saved", { name: nameOf(saved) }));
      await Promise.all(userLists.map((each) => queryClient.invalidateQueries({ queryKey: [each] })));
    } catch (error) {
      if (!showServerErrors(form, error)) setProblem((error as Error).message);
    }
  }

  const field = (
    name: "email" | "first_name" | "last_name",
    more: { help?: string; disabled?: boolean; type?: string } = {},
  ) => (
    <TextInput
      label={t(`field.${name}`)}
      autoComplete="off"
      error={errors[name]?.message}
      {...more}
      {...form.register(name)}
    />
  );

  return (
    <FormProvider {...form}>
      <form noValidate className={styles.form} onSubmit={form.handleSubmit(save)}>
        <UnsavedChanges when={isDirty && !isSubmitting} />
        <Card title={t("profile.account")}>
          <div className={styles.form}>
            <div className={fields.pair}>
              {field("email", {
                type: "email",
                help: access ? t("profile.emailHelp") : t("profile.emailFixed"),
                disabled: !access,
              })}
              <Controller
                control={form.control}
                name="user_role"
                render={({ field: { value, onChange, onBlur } }) => (
                  <Select
                    label={t("field.user_role")}
                    help={canAssignRole ? undefined : t("profile.roleFixed")}
                    disabled={!canAssignRole}
                    options={(canAssignRole ? roles : [value]).map((each) => ({
                      value: each,
                      label: t(`role.${each}`),
                    }))}
                    value={value}
                    onChange={onChange}
                    onBlur={onBlur}
                    error={errors.user_role?.message}
                  />
                )}
              />
            </div>
            <div className={fields.pair}>
              {field("first_name")}
              {field("last_name")}
            </div>
          </div>
        </Card>
        <Card title={t("profile.company")}>
          <div className={styles.form}>
            <CompanyFields advertises={isCustomer(user.user_role)} />
            <Checkbox {...form.register("isAllowPromotionAds")}>{t("profile.promotion")}</Checkbox>
          </div>
        </Card>
        {problem && <Note tone="error">{problem}</Note>}
        <div className={styles.foot}>
          {savedAt && <span>{t("profile.savedAt", { at: formatDateTime(savedAt) })}</span>}
          <Button type="submit" variant="primary" busy={isSubmitting}>
            {t("save")}
          </Button>
        </div>
      </form>
    </FormProvider>
  );
}
