import { type DragEvent, type ReactNode, useRef, useState } from "react";
import { classNames } from "../../ui/class-names.ts";
import styles from "./studio.module.css";
import { acceptedImages } from "./use-upload.ts";

type DropAreaProps = {
  /** The name of the file chooser, for screen readers. */
  label: string;
  many?: boolean;
  /** What the chooser offers; pictures unless told. */
  accept?: string;
  disabled?: boolean;
  className?: string;
  onFiles: (files: File[]) => void;
  /** Gets what opens the file chooser. */
  children: (choose: () => void) => ReactNode;
};

/** A place that takes pictures, dropped on it or chosen. */
export function DropArea({
  label,
  many,
  accept = acceptedImages,
  disabled,
  className,
  onFiles,
  children,
}: DropAreaProps) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);

  function take(files: FileList | null) {
    const list = [...(files ?? [])];
    if (!disabled && list.length > 0) onFiles(many ? list : list.slice(0, 1));
  }
  function drag(event: DragEvent) {
    if (disabled || !event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setOver(true);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a short cut; the button inside does the same.
    <div
      className={classNames(className, over && styles.over)}
      onDragEnter={drag}
      onDragOver={drag}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files);
      }}
    >
      {children(() => input.current?.click())}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={accept}
        multiple={many}
        disabled={disabled}
        onChange={(event) => {
          take(event.target.files);
          // The same file may be chosen again after a correction.
          event.target.value = "";
        }}
      />
    </div>
  );
}
