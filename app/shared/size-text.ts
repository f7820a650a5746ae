const MEGABYTE = 1024 ** 2;
/** From so many bytes on a size is told in this unit. */
const units = [
  [1024 ** 3, "GB"],
  [MEGABYTE, "MB"],
] as const;

/** How large a file or a store of files is: "214 KB", "1.3 MB", "97.7 GB". */
export function sizeText(bytes: number): string {
  const [size, unit] = units.find(([least]) => bytes >= least) ?? [];
  return size ? `${Number((bytes / size).toFixed(1))} ${unit}` : `${Math.ceil(bytes / 1024)} KB`;
}

/** The same of a limit that is kept in megabytes: "2 GB". */
export const megabytesText = (megabytes: number): string => sizeText(megabytes * MEGABYTE);
