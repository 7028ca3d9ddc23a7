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

/** An address without a scheme means https; what has no dot yet is still being typed. */
const addressOf = (typed: string): string => (/^[a-z]+:\/\//i.test(typed) ? typed : `https://${typed}`);
const isPlausible = (typed: string): boolean => /^\S+\.\S\S/.test(typed);

/** A web address; a missing https:// is added. It is judged when the user leaves the field, not while typing. */
export function LinkField({ label, help, error, placeholder = "https://", value, onChange, onLeave }: LinkFieldProps) {
  const [link, setLink] = useState(value ?? "");
  const [typing, setTyping] = useState(false);
  return (
    <TextInput
      label={label}
      type="url"
      inputMode="url"
      placeholder={placeholder}
      help={help}
      error={typing ? undefined : error}
      value={link}
      onBlur={() => {
        onLeave?.();
        setTyping(false);
        const typed = link.trim();
        const address = isPlausible(typed) ? addressOf(typed) : typed;
        if (typing) onChange(address === "" ? null : address);
        setLink(address);
      }}
      onChange={(event) => {
        const typed = event.target.value.trim();
        setLink(event.target.value);
        setTyping(true);
        if (typed === "") onChange(null);
        else if (isPlausible(typed)) onChange(addressOf(typed));
      }}
    />
  );
}
