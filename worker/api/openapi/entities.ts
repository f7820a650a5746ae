import { assetDetails } from "../../domain/assets/assets.ts";
import { listedColumns } from "../../domain/assets/columns.ts";
import { dueWords, filterNames, gapNames } from "../../domain/assets/filters.ts";
import { assetUpdate } from "../../domain/assets/input.ts";
import { sorts as assetSorts } from "../../domain/assets/walk.ts";
import type { AnyResource } from "../../domain/entity/resource.ts";
import { platformResources, resources } from "../../domain/index.ts";
import { shownColumns } from "../../domain/people/columns.ts";
import { personUpdate } from "../../domain/people/input.ts";
import { peopleSorts } from "../../domain/people/list.ts";
import { wireName } from "../wire.ts";
import {
  answer,
  type Described,
  type Host,
  listQuery,
  madeOrChanged,
  page,
  type Query,
} from "./call.ts";
import { offers } from "./flows.ts";
import {
  amount,
  id,
  inputShape,
  instant,
  leastOf,
  list,
  object,
  oneOf,
  orNull,
  rowShape,
  type Schema,
  text,
  whole,
} from "./shapes.ts";

const state = { ...oneOf("active", "archived", "all"), default: "active" };
const filter: Schema = { ...text, maxLength: 100 };

/** What the list of assets can be filtered by. */
export const assetFilters = (): Query => ({
  ...Object.fromEntries(filterNames.map((name) => [name, filter])),
  ...{
    condition: oneOf(...resources.assets!.table.condition.enumValues),
    criticality: oneOf(...resources.assets!.table.criticality.enumValues),
  },
  lifecycle: oneOf(...resources.assets!.table.lifecycle.enumValues, "live"),
  ...{
    cover: oneOf("warranty", "amc", "cmc", "none", "30", "60", "90"),
    pm: oneOf(...dueWords),
    cal: oneOf(...dueWords),
  },
  ...{ failed: oneOf("1"), lost: oneOf("1"), missing: oneOf(...gapNames) },
  price: {
    ...text,
    description: "Digits of the purchase cost before the point: 3 and less, 4 to 8, 9 and more",
  },
});

type List = { sorts: readonly string[]; filters: Query; row: Schema };
/** Lists that show other columns than the record has. */
const ownLists: Record<string, (table: AnyResource["table"]) => List> = {
  assets: (table) => ({
    sorts: Object.keys(assetSorts),
    filters: assetFilters(),
    row: rowShape(table, listedColumns, {
      category_name: text,
      department_name: text,
      location_path: orNull(text),
    }),
  }),
  stocks: (table) => ({
    sorts: ["name"],
    filters: {
      store: filter,
      kind: oneOf(...table.kind.enumValues),
      level: oneOf("low", "out"),
      expiring: {
        ...oneOf("expired", "30", "90"),
        description: "Expired, or within so many days; sorted by expiry",
      },
      vendor: filter,
      active: oneOf("yes", "no"),
      state,
    },
    row: rowShape(
      table,
      [
        "id",
        "name",
        "partNo",
        "kind",
        "storeId",
        "unit",
        "quantity",
        "minQty",
        "rateMinor",
        "rack",
        "bin",
        "nextExpiryOn",
        "isActive",
        "archivedAt",
      ],
      {
        store_name: text,
        moved_at: orNull(instant),
      },
    ),
  }),
  users: (table) => ({
    sorts: Object.keys(peopleSorts),
    filters: {
      type: oneOf("admin", "user"),
      status: oneOf(...table.status.enumValues),
      team: filter,
      department: filter,
    },
    row: personRow(table),
  }),
  "machine-types": (table) => ({
    sorts: ["name"],
    filters: { state },
    row: rowShape(table, ["id", "name", "isActive", "archivedAt", "version"], {
      checklists: whole,
    }),
  }),
  "pm-checklists": (table) => ({
    sorts: ["machineName"],
    filters: { type: filter, state },
    row: rowShape(table, ["id", "machineName", "revision", "isActive", "archivedAt"], {
      machine_type: text,
      checks: whole,
    }),
  }),
};
const personRow = (table: AnyResource["table"]) =>
  rowShape(table, shownColumns, { department_name: orNull(text), teams: list(text) });
const choice = object({ value: id, label: text });

/** Columns a list has besides those of the record: names of what they point to, and counts. */
const moreColumns = (more: object = {}) =>
  Object.fromEntries(
    Object.keys(more).map((key) => [
      wireName(key),
      orNull(key.endsWith("Name") ? text : key.endsWith("Minor") ? amount : whole),
    ]),
  );
const ordinaryList = ({ table, sorts = {}, filters = {}, more }: AnyResource): List => ({
  sorts: Object.keys(sorts),
  filters: { ...Object.fromEntries(Object.keys(filters).map((name) => [name, filter])), state },
  row: rowShape(table, undefined, moreColumns(more)),
});

const names = ["category", "sub_category", "department", "vendor", "team", "custodian"].map(
  (name) => [`${name}_name`, orNull(text)],
);
/** Records that show more than their own row. */
const ownRecords: Record<string, (table: AnyResource["table"]) => Schema> = {
  users: personRow,
  teams: (table) =>
    rowShape(table, undefined, {
      leader: orNull(choice),
      members: list(choice),
      locations: list(choice),
      categories: list(choice),
    }),
  assets: (table) =>
    rowShape(table, undefined, {
      ...rowShape(assetDetails).properties,
      ...rowShape(table).properties,
      ...Object.fromEntries(names),
      location_path: orNull(text),
      moves: offers,
    }),
  stocks: (table) => rowShape(table, undefined, { machine_type_ids: list(text) }),
};
/** What a change takes, where that is another form than the first. */
const ownChanges: Record<string, unknown> = { assets: assetUpdate, users: personUpdate };

/** Fields that are only taken while a record is made. */
const onlyAtFirst: Record<string, readonly string[]> = {
  stocks: ["opening_quantity", "opening_batch_no", "opening_expiry_on"],
};
/** What an example needs besides the required fields. */
const alsoNeeded: Record<string, Record<string, unknown>> = { vendors: { is_supplier: true } };

function changeShape(path: string, made: Schema): Schema {
  const properties = Object.fromEntries(
    Object.entries(made.properties ?? {}).filter(([name]) => !onlyAtFirst[path]?.includes(name)),
  );
  const version = {
    ...whole,
    description: "The version that was read; 409 when the record has moved on",
  };
  return { ...made, properties: { ...properties, version } };
}

function verbs(path: string, resource: AnyResource, host: Host): Described[] {
  const { label, permissions, table, input } = resource;
  const { sorts, filters, row } = (ownLists[path] ?? (() => ordinaryList(resource)))(table);
  const made = inputShape(input);
  const example = { ...leastOf(made), ...alsoNeeded[path] };
  const own = { tag: label, host };
  const one = `/${path}/:id`;
  return [
    {
      ...own,
      method: "GET",
      path: `/${path}`,
      summary: `List: ${label}`,
      needs: permissions.view,
      query: listQuery(sorts, filters),
      answer: page(row),
    },
    {
      ...own,
      method: "GET",
      path: one,
      summary: `Read: ${label}`,
      needs: permissions.view,
      answer: answer(ownRecords[path]?.(table) ?? rowShape(table)),
    },
    {
      ...own,
      method: "POST",
      path: `/${path}`,
      summary: `Add: ${label}`,
      needs: permissions.create,
      body: made,
      example,
      status: 201,
      answer: madeOrChanged,
      refusals: [409],
    },
    {
      ...own,
      method: "PUT",
      path: one,
      summary: `Change: ${label}. Takes the whole record`,
      needs: permissions.edit,
      body: changeShape(path, ownChanges[path] ? inputShape(ownChanges[path]) : made),
      example,
      answer: madeOrChanged,
      refusals: [409],
    },
    {
      ...own,
      method: "DELETE",
      path: one,
      summary: `Delete: ${label}, when nothing uses it`,
      needs: permissions.delete,
      answer: madeOrChanged,
      refusals: [409],
    },
  ];
}

/** The five verbs of every entity. */
export const entityCalls = (): Described[] => [
  ...Object.entries(resources).flatMap(([path, resource]) => verbs(path, resource, "company")),
  ...Object.entries(platformResources).flatMap(([path, resource]) =>
    verbs(path, resource, "platform"),
  ),
];
