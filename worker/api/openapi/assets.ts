import { replaceInput } from "../../domain/assets/accessories.ts";
import { bulkInput } from "../../domain/assets/bulk.ts";
import { documentKinds } from "../../domain/assets/documents.ts";
import { resources } from "../../domain/index.ts";
import { answer, type Described, madeOrChanged } from "./call.ts";
import { assetFilters } from "./entities.ts";
import {
  id,
  inputShape,
  instant,
  list,
  object,
  oneOf,
  orNull,
  type Schema,
  text,
  whole,
} from "./shapes.ts";

const own = { tag: resources.assets!.label, host: "company" } as const;
const ofMany: Described[] = [
  {
    ...own,
    method: "GET",
    path: "/assets/ids",
    summary: "The ids of all assets that match a list, 250 at a time",
    needs: "view-asset",
    query: { ...assetFilters(), from: { ...text, description: "`next` of the answer before" } },
    answer: answer(list(id), { next: orNull(text) }),
  },
  {
    ...own,
    method: "POST",
    path: "/assets/bulk",
    summary:
      "One step of a bulk edit: Location, team, category or state of up to 200 assets, in one batch",
    needs: "edit-asset",
    body: inputShape(bulkInput),
    example: {
      bulk_id: "0198c7a2-5f3e-7c11-9a60-3f6f0e8d2b41",
      ids: ["0198c7a2-5f3e-7c11-9a60-3f6f0e8d2b41"],
      lifecycle: "standby",
    },
    answer: answer(
      object({
        changed: whole,
        same: whole,
        failed: list(object({ id, label: text, reason: text })),
      }),
    ),
    refusals: [409],
  },
];

const fileKind = oneOf(...documentKinds);
const day: Schema = { ...text, format: "date" };
const documents: Described[] = [
  {
    ...own,
    method: "GET",
    path: "/assets/:id/documents",
    summary: "The files of an asset, newest first. Each is read at /api/media/{id}",
    needs: "view-asset",
    answer: answer(
      list(
        object({
          id,
          kind: fileKind,
          file_name: text,
          mime: text,
          bytes: whole,
          valid_until: orNull(day),
          uploaded_at: instant,
          uploaded_by_name: orNull(text),
        }),
      ),
    ),
  },
  {
    ...own,
    method: "POST",
    path: "/assets/:id/documents",
    summary: "Add a file to an asset, or put it in the place of another one",
    needs: "edit-asset",
    form: object(
      { kind: fileKind, file: { ...text, format: "binary", description: "At most 25 MB" } },
      {
        valid_until: day,
        replaces: { ...id, description: "The file of this asset that it replaces" },
      },
    ),
    example: { kind: "manual", valid_until: "2027-01-15" },
    status: 201,
    answer: madeOrChanged,
    refusals: [409, 413, 503],
  },
  {
    ...own,
    method: "POST",
    path: "/documents/:id/picture",
    summary: "Show an image as the picture of its asset",
    needs: "edit-asset",
    answer: madeOrChanged,
    refusals: [409],
  },
  {
    ...own,
    method: "DELETE",
    path: "/documents/:id",
    summary: "Take a file from its asset",
    needs: "edit-asset",
    answer: madeOrChanged,
    refusals: [409],
  },
];

const replacing = inputShape(replaceInput);
const replace: Described = {
  tag: resources.accessories!.label,
  host: "company",
  method: "POST",
  path: "/accessories/:id/replace",
  summary:
    "Put a new accessory in the place of one, which is archived; from stock, through a service report",
  needs: "edit-asset",
  body: {
    ...replacing,
    properties: {
      ...replacing.properties,
      version: {
        ...whole,
        description: "The version that was read; 409 when the record has moved on",
      },
    },
  },
  example: {
    name: "Battery",
    kind: "battery",
    condition: "new",
    installed_on: "2026-01-15",
    reason: "Holds no charge",
  },
  status: 201,
  answer: answer(object({ id, report_id: orNull(id) })),
  refusals: [409],
};

export const assetDescriptions = (): Described[] => [...ofMany, replace, ...documents];
