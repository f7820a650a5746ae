/** The paths of all icons: 16 px, stroke 1.5, round. */
const paths = {
  menu: "M2.5 4h11M2.5 8h11M2.5 12h11",
  search: "M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10ZM10.6 10.6 14 14",
  theme: "M8 13.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11ZM8 2.5v11M8 5l4.5-1M8 8h5.5M8 11l4.5 1",
  full: "M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10",
  down: "M4 6.5 8 10.5 12 6.5",
  right: "M6.5 4 10.5 8 6.5 12",
  left: "M9.5 4 5.5 8 9.5 12",
  up: "M8 13V3M4 7l4-4 4 4",
  x: "M4 4l8 8M12 4l-8 8",
  plus: "M8 3v10M3 8h10",
  check: "M3 8.5 6.5 12 13 4.5",
  ok: "M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM5.3 8.2l1.9 1.9 3.5-4",
  clock: "M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 4.8V8l2.2 1.6",
  alert: "M8 2.2 14.2 13H1.8L8 2.2ZM8 6.5v3M8 11.2v.01",
  pause: "M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM6.5 6v4M9.5 6v4",
  info: "M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 7.3V11M8 5v.01",
  cross: "M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM5.8 5.8l4.4 4.4M10.2 5.8l-4.4 4.4",
  minus: "M3.5 8h9",
  wrench:
    "M13.3 4.2 11 6.5 9.5 5l2.3-2.3a3.5 3.5 0 0 0-4.6 4.5L2.6 11.8a1.15 1.15 0 0 0 1.6 1.6l4.6-4.6a3.5 3.5 0 0 0 4.5-4.6Z",
  cal: "M2.5 4h11v9.5h-11zM2.5 7h11M5.5 2v3.5M10.5 2v3.5",
  grid: "M2.5 2.5h4.5v4.5H2.5zM9 2.5h4.5v4.5H9zM2.5 9h4.5v4.5H2.5zM9 9h4.5v4.5H9z",
  bars: "M3 13.5V8M8 13.5V2.5M13 13.5v-4",
  asset: "M2.5 3h11v7.5h-11zM6 13.5h4M8 10.5v3M4.5 7h1.7l1-2 1.6 3.5 1-1.5h1.7",
  tag: "M2.5 2.5h5.3l5.7 5.7-5.3 5.3-5.7-5.7zM5.3 5.3v.01",
  dept: "M3 13.5v-11h7v11M10 6h3v7.5M1.5 13.5h13M5.5 5h2M5.5 7.5h2M5.5 10h2",
  team: "M6 7.5a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4ZM2 13c0-2.2 1.8-3.5 4-3.5s4 1.3 4 3.5M10.5 3.3a2.2 2.2 0 0 1 0 4M11.8 9.8c1.4.5 2.2 1.6 2.2 3.2",
  pin: "M8 14s4.5-4 4.5-7.5a4.5 4.5 0 0 0-9 0C3.5 10 8 14 8 14ZM8 8a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3Z",
  truck:
    "M1.5 4h8v7h-8zM9.5 6.5h3l2 2.5v2h-5M4.5 13a1.3 1.3 0 1 0 0-2.6 1.3 1.3 0 0 0 0 2.6ZM11.5 13a1.3 1.3 0 1 0 0-2.6 1.3 1.3 0 0 0 0 2.6Z",
  store:
    "M2.5 6.5 3.5 2.5h9l1 4M3 7v6.5h10V7M2.5 6.5c0 2 3.5 2 3.7 0 .2 2 3.4 2 3.6 0 .2 2 3.7 2 3.7 0",
  stock: "M8 2l5.5 2.8L8 7.6 2.5 4.8 8 2ZM2.5 8 8 10.8 13.5 8M2.5 11.2 8 14l5.5-2.8",
  call: "M3 2.5h2.5l1 3-1.5 1c.8 1.9 2.6 3.7 4.5 4.5l1-1.5 3 1V13c0 .3-.2.5-.5.5C7.5 13.5 2.5 8.5 2.5 3c0-.3.2-.5.5-.5Z",
  gauge: "M2.2 11.5a6 6 0 1 1 11.6 0M8 10l2.5-4M8 10.8v.01",
  machine: "M2.5 2.5h11v8h-11zM4.5 5h4v3h-4zM11 5v.01M11 8v.01M4 13.5h8",
  book: "M3 2.5h9.5v11H4.3A1.3 1.3 0 0 1 3 12.2zM3 12.2A1.3 1.3 0 0 1 4.3 11h8.2",
  user: "M8 8a2.7 2.7 0 1 0 0-5.4A2.7 2.7 0 0 0 8 8ZM3 14c0-2.5 2.2-4 5-4s5 1.5 5 4",
  sign: "M2.5 13.5h11M3 10.5l7.2-7.2a1.4 1.4 0 0 1 2 0l.5.5a1.4 1.4 0 0 1 0 2L5.5 13",
  cert: "M3 2.5h10v7.5H3zM5.5 5h5M5.5 7.3h3M10.5 9v5l-1.5-1-1.5 1V9",
  list: "M5.5 4h8M5.5 8h8M5.5 12h8M2.5 4v.01M2.5 8v.01M2.5 12v.01",
  card: "M2 4h12v8.5H2zM2 7h12M4.5 10h2",
  life: "M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 10.3a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6ZM3.8 3.8l2.5 2.5M9.7 9.7l2.5 2.5M12.2 3.8 9.7 6.3M6.3 9.7l-2.5 2.5",
  gear: "M8 10.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4ZM8 2v1.6M8 12.4V14M2 8h1.6M12.4 8H14M3.8 3.8l1.1 1.1M11.1 11.1l1.1 1.1M12.2 3.8l-1.1 1.1M4.9 11.1l-1.1 1.1",
  dots: "M3.5 8v.01M8 8v.01M12.5 8v.01",
  cols: "M2.5 3h11v10h-11zM6.2 3v10M9.8 3v10",
  dl: "M8 2.5v8M4.5 7 8 10.5 11.5 7M2.5 13.5h11",
  file: "M4 1.8h5L12.5 5v9.2h-8.5zM9 1.8V5h3.5",
  print: "M4.5 6V2.5h7V6M4.5 11.5h-2V6h11v5.5h-2M4.5 9.5h7v4h-7z",
  eye: "M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8ZM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z",
  spin: "M8 2a6 6 0 1 1-6 6",
  shield: "M8 2l5 2v4c0 3-2.2 5-5 6-2.8-1-5-3-5-6V4z",
  wifi: "M1.5 6.5a9.5 9.5 0 0 1 13 0M4 9a6 6 0 0 1 8 0M8 12v.01M2.5 2.5l11 11",
  swap: "M2.5 5.5h10M9.5 2.5l3 3-3 3M13.5 10.5h-10M6.5 7.5l-3 3 3 3",
  scan: "M2.5 5.5v-3h3M10.5 2.5h3v3M13.5 10.5v3h-3M5.5 13.5h-3v-3M4 8h8",
  drop: "M5.5 4.5h5a.8.8 0 0 1 .8.7c.3 2.6-.9 5.6-3.3 9-2.4-3.4-3.6-6.4-3.3-9a.8.8 0 0 1 .8-.7ZM8 4.5V1.5",
  unfull: "M6 2.5V6H2.5M10 2.5V6h3.5M13.5 10H10v3.5M2.5 10H6v3.5",
  "eye-off":
    "M6.2 3.8A6.2 6.2 0 0 1 8 3.5C12 3.5 14.5 8 14.5 8s-.7 1.3-2 2.5M10 11.9c-.6.4-1.3.6-2 .6C4 12.5 1.5 8 1.5 8S2.4 6.4 4 5.1M2.5 2.5l11 11",
  bell: "M4 11.5V7a4 4 0 0 1 8 0v4.5M2.5 11.5h11M6.5 13.5h3",
  edit: "M3 13v-2.5l7.5-7.5 2.5 2.5L5.5 13zM9 4.5 11.5 7",
  trash: "M2.5 4.5h11M6 4.5v-2h4v2M4 4.5l.7 9h6.6l.7-9M6.7 7v4M9.3 7v4",
  upload: "M8 10.5v-8M4.5 6 8 2.5 11.5 6M2.5 13.5h11",
  lock: "M3.5 7.5h9v6h-9zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5",
  mail: "M2 3.5h12v9H2zM2 4.5l6 4.5 6-4.5",
  refresh: "M13 8a5 5 0 1 1-1.5-3.6L13 6M13 2.5V6H9.5",
  link: "M6.5 9.5l3-3M7 4.5l1.5-1.5a3 3 0 0 1 4.5 4.5L11.5 9M9 11.5 7.5 13A3 3 0 0 1 3 8.5L4.5 7",
  camera: "M2 5h3l1-2h4l1 2h3v8H2zM8 11a2.3 2.3 0 1 0 0-4.6A2.3 2.3 0 0 0 8 11Z",
  out: "M6.5 2.5h-4v11h4M10.5 11l3-3-3-3M13.5 8h-8",
  archive: "M2 3h12v3H2zM3 6v7.5h10V6M6.5 9h3",
  "arrow-down": "M8 3v10M4 9l4 4 4-4",
  sort: "M5 3v10M2.5 10.5 5 13l2.5-2.5M11 13V3M8.5 5.5 11 3l2.5 2.5",
} as const;

export type IconName = keyof typeof paths;
export const isIcon = (name: string): name is IconName => name in paths;

/** Every symbol, once in the body; icons refer to it. */
export function Sprite() {
  return (
    <svg className="sprite" aria-hidden="true">
      {Object.entries(paths).map(([name, d]) => (
        <symbol key={name} id={`i-${name}`} viewBox="0 0 16 16">
          <path d={d} />
        </symbol>
      ))}
    </svg>
  );
}

type Props = { name: IconName; size?: "s" | "m" | "l"; spin?: boolean; className?: string };

/** Decoration beside a word; where it stands alone, its button carries the name. */
export function Icon({ name, size = "m", spin, className }: Props) {
  const classes = ["i", size !== "m" && `i-${size}`, spin && "spin", className]
    .filter(Boolean)
    .join(" ");
  return (
    <svg className={classes} aria-hidden="true">
      <use href={`#i-${name}`} />
    </svg>
  );
}
