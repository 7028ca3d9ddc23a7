import { Combobox as Base } from "@base-ui/react/combobox";
import { Check, ChevronDown, X } from "lucide-react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { classNames } from "../class-names.ts";
import { Icon } from "../layout/icon.tsx";
import popup from "../overlays/popup.module.css";
import { usePopupPlace } from "../overlays/popup-container.ts";
import field from "./field.module.css";
import { Field, type FieldFrame, type FieldWiring } from "./field.tsx";
import styles from "./select.module.css";
import type { Option } from "./select.tsx";

type Search = {
  options: readonly Option[];
  /** For lists that the server searches: called with the typed text; the given options are shown unfiltered. */
  onSearch?: (text: string) => void;
  loading?: boolean;
  placeholder?: string;
  disabled?: boolean;
};
type One = { multiple?: false; value: Option | null; onChange: (value: Option | null) => void };
type Many = { multiple: true; value: readonly Option[]; onChange: (value: Option[]) => void };
type ComboboxProps = FieldFrame & Search & { className?: string; onBlur?: () => void };

const same = (a: Option, b: Option) => a.value === b.value;

/** Single choice from a long list, by typing. */
export function Combobox(props: ComboboxProps & One) {
  const { label, help, error, count, aside, className, value, onChange, onBlur, ...search } = props;
  const { contains } = Base.useFilter({ value });
  const found = (option: Option, query: string): boolean =>
    contains(option, query, ({ label: own }) => own) || (option.also !== undefined && contains(option.also, query));
  return (
    <Field {...{ label, help, error, count, aside, className }}>
      {(wiring) => (
        <Base.Root
          items={search.options}
          value={value}
          onValueChange={keepValueOnEscape(onChange)}
          isItemEqualToValue={same}
          disabled={search.disabled}
          {...(search.onSearch ? { filter: null, onInputValueChange: searchOf(search.onSearch) } : { filter: found })}
        >
          <Base.InputGroup className={classNames(field.box, error && field.bad, search.disabled && field.off)}>
            <Base.Input {...wiring} className={field.input} placeholder={search.placeholder} onBlur={onBlur} />
            <Opener />
          </Base.InputGroup>
          <Entries loading={search.loading} />
        </Base.Root>
      )}
    </Field>
  );
}

/** Multiple choice from a long list: chosen entries are chips before the text. */
export function MultiCombobox(props: ComboboxProps & Many) {
  const { label, help, error, count, aside, className, value, onChange, onBlur, multiple: _, ...search } = props;
  return (
    <Field {...{ label, help, error, count, aside, className }}>
      {(wiring) => (
        <Base.Root
          items={search.options}
          multiple
          value={[...value]}
          onValueChange={keepValueOnEscape(onChange)}
          isItemEqualToValue={same}
          disabled={search.disabled}
          {...(search.onSearch && { filter: null, onInputValueChange: searchOf(search.onSearch) })}
        >
          <Base.InputGroup className={classNames(field.box, error && field.bad, search.disabled && field.off)}>
            <Chosen {...{ wiring, value, onBlur }} placeholder={search.placeholder} />
            <Opener />
          </Base.InputGroup>
          <Entries loading={search.loading} />
        </Base.Root>
      )}
    </Field>
  );
}

/** Escape closes the list or the surrounding dialog; it never clears the value. */
const keepValueOnEscape =
  <Value,>(onChange: (value: Value) => void) =>
  (value: Value, details: { reason: string; cancel: () => void }) =>
    details.reason === "escape-key" ? details.cancel() : onChange(value);

/** Choosing an entry also writes its label into the input: that is not a search. */
const searchOf = (onSearch: (text: string) => void) => (text: string, details: { reason: string }) => {
  if (details.reason !== "item-press") onSearch(text);
};

function Chosen(props: {
  wiring: FieldWiring;
  value: readonly Option[];
  placeholder: string | undefined;
  onBlur: (() => void) | undefined;
}) {
  const { t } = useTranslation("ui");
  return (
    <Base.Chips className={styles.chips}>
      {props.value.map((option) => (
        <Base.Chip key={option.value} className={styles.chip} aria-label={option.label}>
          {option.label}
          <Base.ChipRemove className={styles.remove} aria-label={t("combobox.remove", { name: option.label })}>
            <Icon of={X} size={12} />
          </Base.ChipRemove>
        </Base.Chip>
      ))}
      <Base.Input
        {...props.wiring}
        className={styles.input}
        placeholder={props.value.length > 0 ? undefined : props.placeholder}
        onBlur={props.onBlur}
      />
    </Base.Chips>
  );
}

function Opener() {
  const { t } = useTranslation("ui");
  return (
    <Base.Trigger className={styles.open} aria-label={t("combobox.open")}>
      <Icon of={ChevronDown} size={16} />
    </Base.Trigger>
  );
}

function Entries({ loading }: { loading: boolean | undefined }) {
  const place = usePopupPlace();
  const { t } = useTranslation("ui");
  return (
    <Base.Portal {...place.portal}>
      <Base.Positioner {...place.positioner} className={popup.positioner} sideOffset={6}>
        <Base.Popup className={popup.popup}>
          <Base.Status className={popup.empty}>{loading ? t("combobox.searching") : null}</Base.Status>
          <Base.Empty>{!loading && <div className={popup.empty}>{t("combobox.none")}</div>}</Base.Empty>
          <Base.List className={popup.list}>
            {(option: Option) => (
              <Base.Item key={option.value} value={option} disabled={option.disabled} className={popup.item}>
                <span className={popup.itemText}>{option.label}</span>
                <Base.ItemIndicator className={popup.check}>
                  <Icon of={Check} size={16} />
                </Base.ItemIndicator>
              </Base.Item>
            )}
          </Base.List>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}
