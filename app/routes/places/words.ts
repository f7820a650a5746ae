export const levels = [
  { value: "city", label: "City" },
  { value: "site", label: "Site" },
  { value: "building", label: "Building" },
  { value: "floor", label: "Floor" },
  { value: "room", label: "Room" },
];
export const levelName = (level: string) =>
  levels.find(({ value }) => value === level)?.label ?? level;
/** What usually lies in a place of a level. */
export const levelBelow = (level: string) =>
  levels[levels.findIndex(({ value }) => value === level) + 1]?.value ?? "room";

/** The path of the place above, taken from the place's own path. */
export const pathAbove = ({ path, name }: { path: string; name: string }) =>
  path.slice(0, Math.max(0, path.length - name.length - 3));
