import type { ComponentProps } from "react";
import { classNames } from "../class-names.ts";
import styles from "../feedback/states.module.css";

/** Crop marks around a banner; reserved for banners. */
export function CropMarks({ className, ...rest }: ComponentProps<"div">) {
  return <div {...rest} className={classNames(styles.crop, className)} />;
}
