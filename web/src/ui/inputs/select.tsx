import { Select as Base } from "@base-ui/react/select";
import { Check, ChevronDown } from "lucide-react";
import { classNames } from "../class-names.ts";
import { Icon } from "../layout/icon.tsx";
import popup from "../overlays/popup.module.css";
import { usePopupPlace } from "../overlays/popup-container.ts";
import field from "./field.module.css";
import { Field, type FieldFrame } from "./field.tsx";
import styles from "./select.module.css";

export type Option<Value extends string = string> = {
  value: Value;
  label: string;
  disabled?: boolean;
  /** Another name that finds it where entries are searched here. */
  also?: string;
};

type PickProps<Value extends string> = {
  options: readonly Option<Value>[];
  value: Value | null;
  onChange: (value: Value) => void;
  onBlur?: () => void;
  placeholder?: string;
  disabled?: boolean;
  name?: string;
};

/** Single choice from a few options, with its label; for many entries use `Combobox`. */
export function Select<Value extends string>(props: FieldFrame & PickProps<Value> & { className?: string }) {
  const { label, help, error, count, aside, className, ...pick } = props;
  return (
    <Field {...{ label, help, error, count, aside, className }}>
      {(wiring) => (
        <SelectRoot {...pick}>
          <Base.Trigger
            {...wiring}
            className={classNames(field.box, styles.trigger, error && field.bad, pick.disabled && field.off)}
          >
            <Base.Value className={styles.value} placeholder={pick.placeholder} />
            <Icon of={ChevronDown} size={16} />
          </Base.Trigger>
        </SelectRoot>
      )}
    </Field>
  );
}

function SelectRoot<Value extends string>(props: PickProps<Value> & { children: React.ReactNode }) {
  const place = usePopupPlace();
  const { options, value, onChange, onBlur, disabled, name, children } = props;
  return (
    <Base.Root
      items={options}
      value={value}
      disabled={disabled}
      name={name}
      onValueChange={(next) => next !== null && onChange(next as Value)}
      onOpenChange={(open) => !open && onBlur?.()}
    >
      {children}
      <Base.Portal {...place.portal}>
        <Base.Positioner {...place.positioner} className={popup.positioner} sideOffset={4} alignItemWithTrigger={false}>
          <Base.Popup className={popup.popup}>
            <Base.List className={popup.list}>
              {options.map((option) => (
                <Base.Item key={option.value} value={option.value} disabled={option.disabled} className={popup.item}>
                  <Base.ItemText className={popup.itemText}>{option.label}</Base.ItemText>
                  <Base.ItemIndicator className={popup.check}>
                    <Icon of={Check} size={16} />
                  </Base.ItemIndicator>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
