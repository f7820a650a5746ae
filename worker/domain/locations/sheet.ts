import type { Sheet } from "../imports/sheet.ts";

/** A place in spreadsheets: by its whole path. */
export const placeSheet: Sheet = {
  path: {
    label: "Place",
    required: true,
    example: "Chennai / Main hospital / Block A / 2nd floor",
    hint: "The whole path from the top, with strokes between. Places on the way that are missing are added.",
    like: "path floorcitysite location locationpath name placename",
  },
  level: {
    required: false,
    example: "Floor",
    hint: "Only for new places; without one it is the level below the place above.",
    like: "type kind",
  },
  code: { example: "A2", like: "placecode locationcode" },
  address: { like: "street" },
  postalCode: { like: "pin pincode zip zipcode postcode" },
  lat: { like: "latitude" },
  lng: { like: "lon long longitude" },
};
