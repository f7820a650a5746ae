import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { DeviceTemplate } from "#app/shared/calibration/device-template.ts";
import type { MachineParameter } from "#app/shared/calibration/machine-parameters.ts";
import {
  bare,
  day,
  decimal,
  decimals,
  filled,
  flag,
  inCompany,
  json,
  keyAndChange,
  living,
  livingWith,
  master,
  nocase,
  type OwnedTarget,
  oneOf,
  owned,
  ownedKey,
  uncounted,
  whole,
} from "../columns.ts";
import { assets } from "./assets.ts";
import { consumerSites, consumers } from "./consumers.ts";
import { procedures } from "./procedures.ts";

export const electricalClasses = ["I", "II", "IP", "III", "NA"] as const;
export const appliedParts = ["NONE", "B", "BF", "CF"] as const;
export const supplies = ["detachable_cord", "fixed_cord", "permanent", "battery", "none"] as const;
export const calibrationIntervalUnits = ["day", "month", "year"] as const;
export const intervalSources = [
  "manufacturer",
  "customer",
  "regulation",
  "history",
  "default",
] as const;
export const machineOwners = ["consumer", "own_asset"] as const;
export const machineStatuses = [
  "active",
  "in_calibration",
  "out_of_service",
  "lost",
  "retired",
] as const;
export const machineRisks = ["high", "medium", "low"] as const;

/** What electrical safety asks of a device. */
const electrical = {
  electricalClass: text({ enum: electricalClasses }),
  appliedPart: text({ enum: appliedParts }),
  defibProof: flag(),
  supply: text({ enum: supplies }),
};
/** How often something is calibrated, and who says so. */
export const calibrationInterval = {
  intervalValue: integer(),
  intervalUnit: text({ enum: calibrationIntervalUnits }),
  intervalSource: text({ enum: intervalSources }),
};

/** A make and model, with what devices of it measure. */
export const machineModels = sqliteTable(
  "machine_models",
  {
    ...owned,
    ...master,
    /** Maker and model in one, as people look for it. */
    name: nocase().notNull(),
    manufacturer: nocase().notNull(),
    model: nocase().notNull(),
    machineTypeId: text(),
    ...electrical,
    ...calibrationInterval,
    defaultProcedureId: text(),
    parameters: json<MachineParameter[]>().notNull().default([]),
    /** The template it was begun from. */
    originKey: text(),
  },
  (t) => [
    ...keyAndChange("machine_models", t),
    inCompany(t, t.defaultProcedureId, (): OwnedTarget => procedures),
    uniqueIndex("machine_models_name").on(t.companyId, t.manufacturer, t.model).where(living),
    index("machine_models_by_name").on(t.companyId, t.name, t.id).where(living),
    index("machine_models_by_state").on(t.companyId, t.archivedAt, t.name),
    index("machine_models_by_procedure")
      .on(t.companyId, t.defaultProcedureId)
      .where(filled(t.defaultProcedureId)),
    oneOf("machine_models_class_known", t.electricalClass, electricalClasses),
    oneOf("machine_models_applied_part_known", t.appliedPart, appliedParts),
    oneOf("machine_models_supply_known", t.supply, supplies),
    oneOf("machine_models_interval_unit_known", t.intervalUnit, calibrationIntervalUnits),
    check(
      "machine_models_interval_complete",
      sql`(${t.intervalValue} is null) = (${t.intervalUnit} is null) and coalesce(${t.intervalValue}, 1) >= 1`,
    ),
    ...whole("machine_models", t.version, t.intervalValue),
  ],
);

/** A device under calibration: of a consumer, or one of the company's own assets. */
export const machines = sqliteTable(
  "machines",
  {
    ...owned,
    ...master,
    machineNo: nocase().notNull(),
    name: nocase().notNull(),
    owner: text({ enum: machineOwners }).notNull(),
    consumerId: text(),
    consumerSiteId: text(),
    assetId: text(),
    machineModelId: text().notNull(),
    /** As on its plate; null where none is marked. */
    serialNo: nocase(),
    /** The owner's own inventory mark. */
    customerTag: nocase(),
    /** Its code in a nomenclature: GMDN, UMDNS or EMDN. */
    deviceCode: text(),
    firmware: text(),
    accessories: text(),
    yearOfMake: integer(),
    locationText: text(),
    ...electrical,
    defaultProcedureId: text(),
    ...calibrationInterval,
    lastCalOn: day(),
    nextDueOn: day(),
    /** Where it stands in the list: its due date, or a day after all others. */
    orderOn: day().notNull(),
    risk: text({ enum: machineRisks }).notNull().default("medium"),
    status: text({ enum: machineStatuses }).notNull().default("active"),
    qrToken: text().notNull(),
    /** Where it differs from its model; null: those of the model. */
    parameters: json<MachineParameter[]>(),
    note: text(),
  },
  (t) => [
    ...keyAndChange("machines", t),
    inCompany(t, t.consumerId, () => consumers),
    inCompany(t, t.consumerSiteId, () => consumerSites),
    inCompany(t, t.assetId, (): OwnedTarget => assets),
    inCompany(t, t.machineModelId, () => machineModels),
    inCompany(t, t.defaultProcedureId, (): OwnedTarget => procedures),
    uniqueIndex("machines_number").on(t.companyId, t.machineNo).where(living),
    uniqueIndex("machines_serial")
      .on(t.companyId, t.machineModelId, t.serialNo)
      .where(livingWith(t.serialNo)),
    uniqueIndex("machines_asset").on(t.companyId, t.assetId).where(livingWith(t.assetId)),
    uniqueIndex("machines_qr_token").on(t.companyId, t.qrToken),
    index("machines_by_name").on(t.companyId, t.name, t.id).where(living),
    index("machines_in_order").on(t.companyId, t.orderOn, t.id).where(living),
    index("machines_by_status").on(t.companyId, t.status, t.machineNo, t.id).where(living),
    index("machines_due").on(t.companyId, t.nextDueOn, t.id).where(livingWith(t.nextDueOn)),
    index("machines_by_consumer")
      .on(t.companyId, t.consumerId, t.machineNo, t.id)
      .where(filled(t.consumerId)),
    index("machines_due_of_consumer")
      .on(t.companyId, t.consumerId, t.orderOn, t.id)
      .where(filled(t.consumerId)),
    index("machines_by_site").on(t.companyId, t.consumerSiteId).where(filled(t.consumerSiteId)),
    index("machines_by_model").on(t.companyId, t.machineModelId, t.machineNo, t.id),
    index("machines_by_procedure")
      .on(t.companyId, t.defaultProcedureId)
      .where(filled(t.defaultProcedureId)),
    oneOf("machines_owner_known", t.owner, machineOwners),
    oneOf("machines_status_known", t.status, machineStatuses),
    oneOf("machines_risk_known", t.risk, machineRisks),
    oneOf("machines_class_known", t.electricalClass, electricalClasses),
    oneOf("machines_applied_part_known", t.appliedPart, appliedParts),
    oneOf("machines_supply_known", t.supply, supplies),
    oneOf("machines_interval_unit_known", t.intervalUnit, calibrationIntervalUnits),
    check(
      "machines_one_owner",
      sql`(${t.owner} = 'consumer') = (${t.consumerId} is not null) and (${t.owner} = 'own_asset') = (${t.assetId} is not null)
        and (${t.consumerSiteId} is null or ${t.consumerId} is not null)`,
    ),
    check(
      "machines_told_apart",
      sql`${t.serialNo} is not null or ${t.customerTag} is not null or ${t.assetId} is not null`,
    ),
    check(
      "machines_interval_complete",
      sql`(${t.intervalValue} is null) = (${t.intervalUnit} is null) and coalesce(${t.intervalValue}, 1) >= 1`,
    ),
    ...whole("machines", t.version, t.intervalValue, t.yearOfMake),
  ],
);

/** What happened to a machine, in its order: append-only. */
export const machineEvents = sqliteTable(
  "machine_events",
  {
    ...bare,
    machineId: uncounted(text().notNull(), "a part of the machine"),
    status: text({ enum: machineStatuses }).notNull(),
    note: text(),
    actorId: text(),
    actorName: text().notNull(),
    at: integer().notNull(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.machineId, () => machines),
    index("machine_events_by_machine").on(t.companyId, t.machineId, t.id),
    oneOf("machine_events_status_known", t.status, machineStatuses),
  ],
);

/** What a kind of device is tested for and to which limits: a starting point for models and procedures. */
export const deviceTemplates = sqliteTable(
  "device_templates",
  {
    ...owned,
    ...master,
    name: nocase().notNull(),
    /** The template of the product it is a copy of. */
    originKey: text(),
    content: json<DeviceTemplate>().notNull(),
    /** How many of its figures wait to be compared with one's own copy of the standard. */
    unconfirmed: integer().notNull().default(0),
  },
  (t) => [
    ...keyAndChange("device_templates", t),
    uniqueIndex("device_templates_name").on(t.companyId, t.name).where(living),
    uniqueIndex("device_templates_origin")
      .on(t.companyId, t.originKey)
      .where(livingWith(t.originKey)),
    ...whole("device_templates", t.version, t.unconfirmed),
  ],
);

export const safetyMethods = ["direct", "differential", "alternative"] as const;
export const limitOps = ["le", "ge"] as const;

/** A limit of an electrical safety test; null means any. */
export const safetyLimits = sqliteTable(
  "safety_limits",
  {
    ...owned,
    ...master,
    /** What it is the limit of, in one line: standard, edition, quantity and for what; limits stand in its order. */
    name: nocase().notNull(),
    standard: nocase().notNull(),
    edition: text(),
    equipmentClass: text({ enum: electricalClasses }),
    appliedPart: text({ enum: appliedParts }),
    method: text({ enum: safetyMethods }),
    condition: text(),
    quantity: text().notNull(),
    unit: text().notNull(),
    op: text({ enum: limitOps }).notNull(),
    limitValue: decimal().notNull(),
    source: text(),
    /** The figure waits to be compared with one's own copy of the standard. */
    verify: flag(),
    confirmedAt: integer(),
    confirmedBy: text(),
    originKey: text(),
  },
  (t) => [
    ...keyAndChange("safety_limits", t),
    uniqueIndex("safety_limits_origin").on(t.companyId, t.originKey).where(livingWith(t.originKey)),
    index("safety_limits_by_name").on(t.companyId, t.name, t.id).where(living),
    index("safety_limits_by_standard").on(t.companyId, t.standard, t.quantity, t.id).where(living),
    index("safety_limits_by_quantity").on(t.companyId, t.quantity, t.id).where(living),
    oneOf("safety_limits_class_known", t.equipmentClass, electricalClasses),
    oneOf("safety_limits_applied_part_known", t.appliedPart, appliedParts),
    oneOf("safety_limits_method_known", t.method, safetyMethods),
    oneOf("safety_limits_op_known", t.op, limitOps),
    ...decimals("safety_limits", t),
    ...whole("safety_limits", t.version),
  ],
);
