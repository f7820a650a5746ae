import type { IconName } from "#app/shared/icon-names.ts";
import sprite from "./icons.svg";

export type { IconName };

type Props = { name: IconName; size?: "s" | "m" | "l"; spin?: boolean; className?: string };

/** Decoration beside a word; where it stands alone, its button carries the name. */
export function Icon({ name, size = "m", spin, className }: Props) {
  const classes = ["i", size !== "m" && `i-${size}`, spin && "spin", className]
    .filter(Boolean)
    .join(" ");
  return (
    <svg className={classes} aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
