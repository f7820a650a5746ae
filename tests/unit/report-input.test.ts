import { describe, expect, test } from "vitest";
import { addDays, dayIn } from "#app/shared/company-time.ts";
import type { Problem } from "#app/shared/refusal.ts";
import { ticketNow } from "#app/shared/ticket.ts";
import { createInput, updateInput } from "#worker/domain/service-reports/input.ts";

const ZONE = "Asia/Kolkata";
const today = dayIn(ZONE);
const filled = { date: "2026-01-15", service_type: "pm", complaint_by: "R. Krishnan" };
const ticketed = { ...filled, service_ticket: "PM-260115093000" };

const formOf = (fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
};
const created = (fields: Record<string, string>) => createInput(formOf(fields), ZONE);
const updated = (fields: Record<string, string>) => updateInput(formOf(fields), ZONE);

/** The messages of a refusal, by field. */
async function errorsOf(read: () => unknown) {
  try {
    read();
  } catch (refusal) {
    if (refusal instanceof Response) return ((await refusal.json()) as Problem).errors;
    throw refusal;
  }
  return undefined;
}
const line = (index: number, fields: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [`parts[${index}][${name}]`, value]),
  );
const onSaved = (fields: Record<string, string>) =>
  line(0, { id: "a", qty: "2", cost: "1", isNew: "0", isDeleted: "0", ...fields });

test("a report is read as it was posted, by its own names", () => {
  expect(
    created({
      ...ticketed,
      complaint_by: " R. Krishnan ",
      remark: " ",
      action_taken: "Cleaned\nand tested",
      service_cost: " 12.5 ",
      total_cost: "37.50",
      pm_lists: '[{"name":" Housing ","status":"","remark":null}]',
      ...line(7, { id: " a ", qty: "2", cost: "12.50", total_cost: "25" }),
    }),
  ).toEqual({
    serviceOn: "2026-01-15",
    serviceType: "pm",
    machineTypeId: null,
    pmChecklistId: null,
    doneBy: "R. Krishnan",
    remark: null,
    actionTaken: "Cleaned\nand tested",
    problemDescription: null,
    serviceCostMinor: 1250,
    pmLists: [{ name: "Housing", status: "na", remark: "" }],
    postedTotalMinor: 3750,
    ...{ doneBySignature: null, receivedBy: null, receivedBySignature: null },
    ...{ media: null, files: [], breakdownId: null },
    serviceTicket: "PM-260115093000",
    parts: [{ index: 7, stockItemId: "a", qty: 2 }],
  });
});

test("the flags of a row say what becomes of its line", () => {
  const editOf = (fields: Record<string, string>) => updated({ ...filled, ...fields }).edits[0];
  const same = { index: 0, stockItemId: "a" };
  expect(editOf(onSaved({}))).toEqual({ ...same, kind: "keep" });
  expect(editOf(onSaved({ isDeleted: "1", isChangedQyt: "1" }))).toEqual({
    ...same,
    kind: "remove",
  });
  expect(editOf(onSaved({ isChangedQyt: "true", newQyt: "3" }))).toEqual({
    ...same,
    kind: "change",
    qty: 3,
    seenQty: 2,
  });
  expect(editOf(onSaved({ isChangedQyt: "on", newQyt: "3", qty: "" }))).toMatchObject({
    seenQty: null,
  });
  expect(editOf(onSaved({ isNew: "1" }))).toEqual({ ...same, kind: "add", qty: 2 });
  expect(editOf(onSaved({ isNew: "1", isDeleted: "1", id: "" }))).toBeUndefined();
  expect(updated({ ...filled, version: "3" }).version).toBe(3);
  expect(updated(filled).version).toBeNull();
});

const long = (letters: number) => "x".repeat(letters + 1);
const refusals: [field: string, value: string, says: string][] = [
  ["service_ticket", " ", "Service Ticket ID is required"],
  ["service_ticket", "PM-261399999999", "Service Ticket ID is not valid"],
  ["service_ticket", ticketNow(ZONE, Date.now() + 25 * 3600_000), "Service Ticket ID is not valid"],
  ["date", " ", "Service Date is required"],
  ["date", "2026-02-30", "Service Date is not a date"],
  ["date", addDays(today, 2), "Service Date cannot be in the future"],
  ["service_type", "", "Service Type is required"],
  ["service_type", "PM", "Service Type must be PM or Other"],
  ["complaint_by", "", "Done By is required"],
  ["complaint_by", "A\nB", "Done By must be one line"],
  ["complaint_by", long(120), "This can have at most 120 characters"],
  ["remark", long(5000), "This can have at most 5000 characters"],
  ["machine_type_id", long(64), "This can have at most 64 characters"],
  [
    "service_cost",
    "1.234",
    "Service Cost must be an amount of 0 or more with at most two decimals",
  ],
  ["service_cost", "-1", "Service Cost must be an amount of 0 or more with at most two decimals"],
  ["pm_lists", "{", "The checklist is not readable"],
  ["pm_lists", '{"name":"a"}', "The checklist is not readable"],
  ["pm_lists", `[${" ".repeat(1_500_000)}]`, "The checklist is not readable"],
  ["pm_lists", `[${"{},".repeat(500)}{}]`, "A checklist can have at most 500 rows"],
];
test.each(refusals)("%s is refused in words: %j", async (field, value, says) => {
  expect(await errorsOf(() => created({ ...ticketed, [field]: value }))).toEqual({
    [field]: [says],
  });
});

test("tomorrow is not the future yet: the browser may be ahead", () => {
  expect(created({ ...ticketed, date: addDays(today, 1) }).serviceOn).toBe(addDays(today, 1));
});

describe("rows", () => {
  test("of a checklist are refused where they stand", async () => {
    const rows = [
      { name: " " },
      { name: long(200), status: "perhaps", remark: long(1000), colour: "red" },
      null,
    ];
    expect(await errorsOf(() => created({ ...ticketed, pm_lists: JSON.stringify(rows) }))).toEqual({
      "pm_lists.0.name": ["Checking Process is required"],
      "pm_lists.1.name": ["A check can have at most 200 characters"],
      "pm_lists.1.status": ["Status must be yes, no or na"],
      "pm_lists.1.remark": ["A remark can have at most 1000 characters"],
      "pm_lists.1": ["colour is not a field of a check"],
      "pm_lists.2.name": ["Checking Process is required"],
    });
  });

  test("name each part once, and a new one may be of a line that is saved", async () => {
    const part = { id: "a", qty: "1", cost: "1" };
    expect(
      await errorsOf(() => created({ ...ticketed, ...line(0, part), ...line(3, part) })),
    ).toEqual({ "parts.3.part": ["Part already added"] });
    const saved = { ...part, isNew: "0" };
    expect(
      updated({ ...filled, ...line(0, saved), ...line(1, { ...part, isNew: "1" }) }).edits,
    ).toHaveLength(2);
    expect(
      await errorsOf(() => updated({ ...filled, ...line(0, saved), ...line(1, saved) })),
    ).toEqual({ "parts.1.part": ["Part already added"] });
  });

  test("of parts are refused where they stand, all together", async () => {
    expect(
      await errorsOf(() =>
        updated({
          ...filled,
          ...line(0, { isNew: "1", id: "", qty: "0", cost: " " }),
          ...line(1, { id: "b", isChangedQyt: "1", newQyt: "" }),
          ...line(2, { id: "c", isDeleted: "perhaps" }),
          ...line(3, { id: long(64) }),
          version: "x",
        }),
      ),
    ).toEqual({
      version: ["The version is not a number"],
      "parts.0.part": ["Part is required"],
      "parts.0.qty": ["Quantity must be a whole number of at least 1"],
      "parts.0.cost": ["Cost is required"],
      "parts.1.newQyt": ["Quantity is required"],
      "parts.2.part": ["Flags must be true or false"],
      "parts.3.part": ["Part is required"],
    });
  });

  test("a name that is not known is refused before any value is looked at", async () => {
    expect(await errorsOf(() => created({ "parts[0][price]": "1" }))).toEqual({
      "parts[0][price]": ["parts[0][price] is not a field of this form"],
    });
  });
});
