import { useState } from "react";
import { TextInput } from "../../../ui/inputs/text-input.tsx";

type LinkFieldProps = {
  label: string;
  help?: string;
  error: string | undefined;
  placeholder?: string;
  value: string | null;
  onChange: (value: string | null) => void;
  onLeave?: () => void;
};

/** A web address; a missing https:// is added. */
export function LinkField({ label, help, error, placeholder = "https://", value, onChange, onLeave }: LinkFieldProps) {
  const [link, setLink] = useState(value ?? "");
  return (
    <TextInput
      label={label}
      type="url"
      inputMode="url"
      placeholder={placeholder}
      help={help}
      error={error}
      value={link}
      onBlur={() => {
        onLeave?.();
        const typed = link.trim();
        if (typed && !/^[a-z]+:\/\//i.test(typed) && typed.includes(".")) {
          setLink(`https://${typed}`);
          onChange(`https://${typed}`);
        }
      }}
      onChange={(event) => {
        setLink(event.target.value);
        onChange(event.target.value.trim() === "" ? null : event.target.value.trim());
      }}
    />
  );
}
