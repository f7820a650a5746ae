type Picture = { width: number; height: number; alt: string };

const desk = { width: 1280, height: 800 };
const phone = { width: 360, height: 720 };

/**
 * The pictures of the product in public/pictures, each in light and dark, by their names: their size on the page in px, and what they
 * show. `npm run pictures` takes them anew.
 */
export const productPictures = {
  assets: {
    ...desk,
    alt: "The list of all assets: code, make and serial, Location, status and the dates of the next PM and calibration.",
  },
  asset: {
    ...desk,
    alt: "The page of one machine: its condition, its cover, its figures, and tabs for its reports, calls and movements.",
  },
  report: {
    ...desk,
    alt: "A service report as it is printed on A4: the machine, the checks with their results, parts, costs and who did it.",
  },
  calendar: {
    ...desk,
    alt: "A month of the due service calendar: each day with its planned services and its load.",
  },
  measuring: {
    ...desk,
    alt: "The measuring screen: readings with error, uncertainty and verdict, and the list of what stands in the way of submitting.",
  },
  certificate: {
    ...desk,
    alt: "An issued certificate: its number, its states with names and times, the laboratory, the item and the results.",
  },
  verify: {
    ...desk,
    alt: "The public page of a certificate: whether it is valid, what it is of, and who signed it.",
  },
  statistics: {
    ...desk,
    alt: "The page of statistics: figures of the year and charts, each with a sentence that says what it shows.",
  },
  round: {
    ...phone,
    alt: "A PM round on a phone: the machines of one Location, each with what is due and how it stands.",
  },
} as const satisfies Record<string, Picture>;

export type PictureName = keyof typeof productPictures;
export type PictureTheme = "light" | "dark";

export const pictureNames = Object.keys(productPictures) as PictureName[];
/** Where a picture is on every host. */
export const pictureUrl = (name: PictureName, theme: PictureTheme) =>
  `/pictures/${name}-${theme}.webp`;

/** The picture that other sites show beside a link to ours. */
export const linkPicture = {
  url: "/pictures/plumbline.png",
  width: 1200,
  height: 630,
  alt: "Plumbline: every machine in date, and the paper to prove it.",
} as const;
