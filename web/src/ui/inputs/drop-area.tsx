import { type DragEvent, type ReactNode, useRef, useState } from "react";
import { classNames } from "../class-names.ts";
import styles from "./drop-area.module.css";

type DropAreaProps = {
  /** The id of the file input, for an external label. */
  id?: string;
  /** The name of the file chooser, for screen readers. */
  label: string;
  many?: boolean | undefined;
  /** The file types offered by the chooser; the server checks the content. */
  accept: string;
  disabled?: boolean;
  className?: string;
  onFiles: (files: File[]) => void;
  /** Receives a function that opens the file chooser. */
  children: (choose: () => void) => ReactNode;
};

/** Accepts files, dropped or chosen: the one file chooser of the design system. */
export function DropArea({ id, label, many, accept, disabled, className, onFiles, children }: DropAreaProps) {
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
        id={id}
        type="file"
        hidden
        aria-label={label}
        accept={accept}
        multiple={many}
        disabled={disabled}
        onChange={(event) => {
          take(event.target.files);
          // Allows choosing the same file again after a correction.
          event.target.value = "";
        }}
      />
    </div>
  );
}
