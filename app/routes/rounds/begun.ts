import type { Entry } from "#app/offline/store.ts";
import { dayIn } from "#app/shared/company-time.ts";
import { restored } from "#app/shared/report-draft.ts";
import { type Item, openForm, type ReportForm } from "#app/shared/report-form.ts";
import { step } from "#app/shared/report-steps.ts";
import type { RoundDevice, RoundItem, RoundOccurrence, RoundPackage } from "#app/shared/rounds.ts";
import { ticketNow } from "#app/shared/ticket.ts";
import { newKey } from "#app/ui/form-context.ts";

/**
 * A report of a device as it begins, or that one of its planned services could not be done, with its own idempotency key; a report with
 * a ticket by this device's clock.
 */
export function newEntry(
  taken: RoundPackage,
  device: RoundDevice,
  kind: Entry["kind"],
  first: RoundOccurrence | undefined = device.occurrences[0],
): Entry {
  const { timeZone } = taken.format;
  const now = Date.now();
  const report = {
    service_ticket: ticketNow(timeZone, now),
    date: dayIn(timeZone, now),
    service_type: first && first.kind !== "pm" ? "other" : "pm",
    complaint_by: taken.person.name,
    ...(first ? { due_occurrence_id: first.id } : {}),
  };
  return {
    key: newKey(),
    packageId: taken.packageId,
    deviceId: device.id,
    kind,
    endpoint:
      kind === "report"
        ? `/api/service-report/create/${device.id}`
        : `/api/due-occurrences/${first?.id}/could-not-be-done`,
    status: "draft",
    values: kind === "report" ? report : {},
    occurrence: first ? { id: first.id, version: first.version } : null,
    openedAt: now,
    finishedAt: 0,
    isSetRight: false,
    isTried: false,
    problem: null,
    notes: [],
  };
}

/** The stock of a round as the form's rows offer it, with the quantities that were known. */
export const itemsFor = (taken: RoundPackage, device: RoundDevice): Item[] =>
  taken.items.map((item: RoundItem) => ({
    ...{ id: item.id, name: item.name, unit: item.unit, store: item.store },
    ...{ rateMinor: item.rateMinor, quantity: item.quantity },
    fits: device.machineTypeId !== null && item.types.includes(device.machineTypeId),
  }));

/** The checklist a device is served by: that of what is due, of its latest report with checks, or the only one of its type. */
function checklistFor(taken: RoundPackage, device: RoundDevice) {
  const own = taken.checklists.filter((one) => one.machineTypeId === device.machineTypeId);
  const named = [
    ...device.occurrences.map(({ checklistId }) => checklistId),
    ...(device.lastChecks ?? []).map(({ checklistId }) => checklistId),
  ];
  const found = named.flatMap((id) => own.find((one) => one.id === id) ?? [])[0];
  return found ?? (own.length === 1 ? own[0]! : null);
}

/** The rows of a report's form as they were left, or as they begin. */
export function rowsFor(taken: RoundPackage, device: RoundDevice, entry: Entry): ReportForm {
  const opened = { machineTypeId: device.machineTypeId };
  const items = itemsFor(taken, device);
  if (entry.values.pm_lists !== undefined)
    return step(restored(opened, entry.values), { do: "items came", items });
  const machine = checklistFor(taken, device);
  const form = openForm(opened);
  return machine ? step(form, { do: "pick machine", machine }) : form;
}

/**
 * What was found last time at each check, in words: "Last time 12.3 V, 3 May 2026". It is that of the latest report with the checklist,
 * else of the latest with any.
 */
export function lastTimes(
  { lastChecks = [] }: RoundDevice,
  checklistId: string | undefined,
  date: (on: string) => string,
): ReadonlyMap<string, string> {
  const last = lastChecks.find((one) => one.checklistId === checklistId) ?? lastChecks[0];
  return new Map(
    last?.checks.map(({ name, found, remark }) => {
      const words = `Last time ${found}, ${date(last.serviceOn)}`;
      return [name, remark ? `${words}: ${remark}` : words];
    }),
  );
}
