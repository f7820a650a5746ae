import { z } from "zod";
import { LAST_DAY } from "#app/shared/company-time.ts";
import { recalls as table } from "#drizzle/tenant/index.ts";
import { entity } from "../entity/entity.ts";
import {
  always,
  day,
  described,
  optionalDay,
  optionalMultiline,
  optionalText,
  text,
} from "../entity/fields.ts";

const input = z
  .strictObject({
    source: text("Source", 60),
    number: text("Number", 60),
    name: text("Title", 200),
    maker: text("Maker", 100),
    models: optionalMultiline(500, "Models"),
    serials: optionalMultiline(2000, "Serial numbers"),
    lots: optionalMultiline(500, "Lots"),
    softwareVersions: optionalMultiline(300, "Software versions"),
    advice: optionalMultiline(4000, "What to do"),
    link: optionalText(500, "Link").refine(
      (value) => !value || /^https?:\/\//i.test(value),
      "Link must start with http:// or https://",
    ),
    noticedOn: described(day("Notice date"), { label: "Notice date", as: "day" }),
    dueOn: optionalDay("Due date"),
  })
  .refine(({ noticedOn, dueOn }) => !dueOn || dueOn >= noticedOn, {
    path: ["dueOn"],
    error: "Due date must not be before the notice date",
    ...always,
  });

/** Field safety notices and recalls of makers and authorities. A new or changed one is matched to all devices. */
export const recalls = entity({
  table,
  noun: ["recall", "recalls"],
  subject: "breakdown",
  input,
  stored: ({ dueOn }) => ({ orderOn: dueOn ?? LAST_DAY, matchedTo: "" }),
  search: { words: ["source", "number", "name", "maker", "models"], codes: ["number"] },
  list: {
    sorts: { due: table.orderOn, number: table.number },
    acrossLocations: ["openCount", "deviceCount"],
  },
  palette: {
    group: "Recalls",
    icon: "alert",
    hint: ({ source, number }) => `${source} ${number}`,
    href: ({ id }) => `/recall/${id}`,
  },
  sheet: {
    source: { example: "Maker", like: "authority issuer from" },
    number: { example: "FSN-2026-014", like: "reference fsn fsca" },
    name: { example: "Battery may overheat", like: "subject" },
    maker: { example: "Hamilton Medical AG", like: "manufacturer make" },
    models: { example: "HAMILTON-C*, HAMILTON-T1", like: "model devices product" },
    serials: { example: "1000 to 1999, 2417", like: "serial serialnumbers sn" },
    lots: { like: "lot batch" },
    softwareVersions: { example: "<= 2.4.1", like: "software version" },
    advice: { like: "text action description" },
    link: { example: "https://maker.example/fsn-014", like: "url" },
    noticedOn: { example: "2026-11-02", like: "date noticed" },
    dueOn: { example: "2026-12-31", like: "due deadline" },
  },
});
