import sprite from "./icons.svg";

/** The icons of icons.svg: 16 px, stroke 1.5, round. */
export const iconNames = [
  "menu",
  "search",
  "theme",
  "full",
  "down",
  "right",
  "left",
  "up",
  "x",
  "plus",
  "check",
  "ok",
  "clock",
  "alert",
  "pause",
  "info",
  "cross",
  "minus",
  "wrench",
  "cal",
  "grid",
  "bars",
  "asset",
  "tag",
  "dept",
  "team",
  "pin",
  "truck",
  "store",
  "stock",
  "call",
  "gauge",
  "machine",
  "book",
  "user",
  "sign",
  "cert",
  "list",
  "card",
  "life",
  "gear",
  "dots",
  "cols",
  "dl",
  "file",
  "print",
  "eye",
  "spin",
  "shield",
  "wifi",
  "swap",
  "scan",
  "drop",
  "unfull",
  "eye-off",
  "bell",
  "edit",
  "trash",
  "upload",
  "lock",
  "mail",
  "refresh",
  "link",
  "camera",
  "out",
  "archive",
  "arrow-down",
  "sort",
] as const;

export type IconName = (typeof iconNames)[number];
export const isIcon = (name: string): name is IconName =>
  (iconNames as readonly string[]).includes(name);

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
