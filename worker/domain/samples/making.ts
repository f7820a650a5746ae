import { and, inArray, sql } from "drizzle-orm";
import { addDays, dayIn } from "#app/shared/company-time.ts";
import { newId } from "#drizzle/columns.ts";
import { numberSequences, sampleRows, stockItems } from "#drizzle/tenant/index.ts";
import type { SampleKind } from "#drizzle/tenant/samples.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { among } from "../../db/predicates.ts";
import type { Session } from "../../session.ts";
import { assetInput } from "../assets/input.ts";
import type { AnyEntity } from "../entity/entity.ts";
import { checked } from "../entity/fields.ts";
import { write as writeAssets } from "../imports/asset-writes.ts";
import type { Writing } from "../imports/kind.ts";
import { categories } from "../masters/categories.ts";
import { departments } from "../masters/departments.ts";
import { stores } from "../masters/stores.ts";
import { vendors } from "../masters/vendors.ts";
import { loggedCall, type NewCall, newCall } from "../service-calls/new-call.ts";
import { stocks } from "../stock/items.ts";
import type { Naming } from "./naming.ts";
import {
  sampleCategories,
  sampleDepartments,
  sampleDevices,
  sampleItems,
  sampleProblem,
  sampleStore,
  sampleVendor,
} from "./texts.ts";

/** Gathers what a batch of sample data writes; each record is noted before it is written. */
export class SampleBatch {
  readonly #notes: { id: string; kind: SampleKind }[] = [];
  readonly #writes: Statement[] = [];
  readonly activity: Writing["activity"] = [];

  constructor(
    readonly session: Session,
    readonly db: CompanyDb,
    readonly naming: Naming,
  ) {}

  get today(): string {
    return dayIn(this.session.company.timeZone);
  }
  get size(): number {
    return this.#notes.length;
  }
  /** Notes first: a record that is there already is never noted. */
  get writes(): Statement[] {
    return [this.db.insertingAll(sampleRows, this.#notes), ...this.#writes];
  }

  /** The id of a new record of a kind. */
  note(kind: SampleKind): string {
    const id = newId();
    this.#notes.push({ id, kind });
    return id;
  }
  write({ writes, activity }: { writes: Statement[]; activity: Writing["activity"] }) {
    this.#writes.push(...writes);
    this.activity.push(...activity);
  }
  /** A new record as its own form would add it. @returns its id */
  add(kind: SampleKind, entity: AnyEntity, form: Record<string, unknown>, beyond = {}): string {
    const id = this.note(kind);
    const values = { ...(checked(entity.input, form) as Record<string, unknown>), ...beyond };
    const { writes, activity } = entity.adding(this.db, id, values);
    this.write({ writes, activity: [activity] });
    return id;
  }
}

/** Records of several names, by their keys. */
function addEach<K extends string>(
  batch: SampleBatch,
  kind: SampleKind,
  entity: unknown,
  rows: Record<K, { name: string }>,
): Record<K, { id: string; name: string }> {
  const made = Object.entries<{ name: string }>(rows).map(([key, row]) => {
    const name = batch.naming.named(row.name);
    return [key, { id: batch.add(kind, entity as AnyEntity, { ...row, name }), name }];
  });
  return Object.fromEntries(made);
}

const NOTHING_PROVEN = { category: undefined, subCategory: undefined, machineTypeName: null };

/** Devices with their Locations, categories and vendor; their PM falls due before and after today. */
function addDevices(batch: SampleBatch) {
  const { db, session, naming, today } = batch;
  const places = addEach(batch, "department", departments, sampleDepartments);
  const kinds = addEach(batch, "category", categories, sampleCategories);
  const { vendor } = addEach(batch, "vendor", vendors, { vendor: sampleVendor });
  const devices = sampleDevices.map(([name, make, model, kind, place, criticality, days], at) => {
    const [category, department] = [kinds[kind], places[place]];
    const assetCode = naming.coded(String(at + 1).padStart(2, "0"));
    const values = checked(assetInput, {
      ...{ assetCode, name, make, model, criticality, lifecycle: "in_service" },
      ...{ serialNo: `${assetCode}-${model}`, pmRequired: "1" },
      ...{ categoryId: category.id, departmentId: department.id, vendorId: vendor!.id },
      nextPmOn: addDays(today, days),
    });
    const names = {
      ...{ categoryId: category.name, departmentId: department.name },
      vendorId: vendor!.name,
    };
    const proof = { ...NOTHING_PROVEN, names, spec: {}, warnings: [] };
    return { id: batch.note("asset"), values: { values, proof }, current: null };
  });
  batch.write(writeAssets(db, session, devices));
  return { vendor: vendor!, devices };
}

type Device = ReturnType<typeof addDevices>["devices"][number];

/** An open call on a device. Its number is of a sequence of its own, so that the company's first call has the first number. */
function addCall(batch: SampleBatch, { id: assetId, values: { values } }: Device) {
  const { db, session, naming } = batch;
  const numbering = { key: "call", period: "sample", before: naming.coded(""), width: 1 } as const;
  const { name, make, model, departmentId } = values;
  const device = {
    ...{ id: assetId, assetCode: values.assetCode!, name, make, model },
    ...{ criticality: values.criticality ?? "medium", departmentId: departmentId! },
  };
  const call: NewCall = {
    ...{ id: batch.note("call"), source: "web" as const, problem: sampleProblem.problem },
    ...{ reportedByName: session.actor.name, reporterUserId: session.actor.userId },
    ...{ reportedAt: Date.now(), equipmentDown: true },
  };
  const opening = { cover: null, team: null };
  batch.write({
    writes: [
      ...newCall(db, device, { ...numbering, after: "" }, call, session.company, opening),
      db.removing(
        numberSequences,
        sql`${numberSequences.key} = ${numbering.key} and ${numberSequences.period} = ${numbering.period}`,
      ),
    ],
    activity: [loggedCall(device, call)],
  });
}

/** A store with its items; nobody is written a letter about the one that is low. */
function addStock(batch: SampleBatch, vendorId: string) {
  const { db } = batch;
  const { store } = addEach(batch, "store", stores, { store: sampleStore });
  const items = sampleItems.map((item) =>
    batch.add("stock_item", stocks as unknown as AnyEntity, {
      ...{ ...item, storeId: store!.id, vendorId, kind: "spare" },
    }),
  );
  const low = and(inArray(stockItems.id, among(items)), sql`quantity <= min_qty`)!;
  batch.write({
    writes: [db.updating(stockItems, low, { lowStockNotifiedAt: Date.now() })],
    activity: [],
  });
}

/** What a company that looks after devices tries the product with. */
export function addAssetSamples(batch: SampleBatch): void {
  const { vendor, devices } = addDevices(batch);
  addCall(batch, devices[sampleProblem.device]!);
  addStock(batch, vendor.id);
}
