/** The two smaller pictures a browser makes of one: at most so many pixels on the longer side, and so many KB. */
export const thumbnailSizes = {
  /** A row of a list shows it at up to 40 px. */
  small: { pixels: 96, kilobytes: 20 },
  /** A head, a preview or a profile shows it at up to 160 px, the page of a stock item at up to 360 px. */
  medium: { pixels: 480, kilobytes: 120 },
} as const;
export type ThumbnailSize = keyof typeof thumbnailSizes;
export const thumbnailNames = Object.keys(thumbnailSizes) as ThumbnailSize[];

/** The name of a thumbnail's part in the form whose `field` holds the picture. */
export const thumbnailPart = (field: string, size: ThumbnailSize) => `${field}_${size}`;
