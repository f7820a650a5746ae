import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatMinor } from "#app/shared/money.ts";
import { type Posted, readChecks, restored } from "#app/shared/report-draft.ts";
import {
  canAddCheck,
  canUndo,
  effectiveQty,
  grandTotal,
  hasAnswers,
  type Item,
  lineTotal,
  offered,
  openForm,
  type Part,
  partsTotal,
  qtyOf,
  type ReportForm,
  type SavedLine,
} from "#app/shared/report-form.ts";
import { atRows, postedChecks, postedParts, problemsOf } from "#app/shared/report-post.ts";
import { checkUnnamed, qtyNotWhole } from "#app/shared/report-rules.ts";
import { type Step, step } from "#app/shared/report-steps.ts";

const items: Item[] = [
  { id: "cell", name: "Oxygen cell", rateMinor: 1_120_000, quantity: 3, unit: "pc" },
  { id: "sensor", name: "Flow sensor", rateMinor: 645_000, quantity: 6 },
  { id: "filter", name: "Filter", rateMinor: 18_50, quantity: 148 },
  { id: "none", name: "Sold out", rateMinor: 100, quantity: 0 },
];
const [cell, sensor] = items as [Item, Item];
const lines: SavedLine[] = [
  {
    storeItemId: "cell",
    name: "Oxygen cell",
    unit: "pc",
    qty: 2,
    costMinor: 1_000_000,
    available: 3,
    isActive: true,
  },
  {
    storeItemId: "old",
    name: "Old valve",
    unit: "pc",
    qty: 4,
    costMinor: 50_05,
    available: 9,
    isActive: false,
  },
];
const ventilator = {
  id: "m1",
  name: "ICU ventilator, 6-monthly",
  lists: ["Housing", "Battery run", "Alarms"],
};
const filled = {
  service_ticket: "PM-261120091542",
  date: "2026-11-20",
  service_type: "pm",
  complaint_by: "S. Pillai",
};

const run = (form: ReportForm, ...steps: Step[]) => steps.reduce(step, form);
const only = (form: ReportForm, at = 0): Part => form.parts[at]!;
const onePart = run(openForm({}), { do: "add part" }, { do: "choose part", key: 0, item: cell });
const flat = (form: ReportForm, isEdit: boolean): Posted => ({
  ...Object.fromEntries(postedParts(form, isEdit)),
  pm_lists: postedChecks(form),
  pm_checklist_id: form.machine?.id ?? "",
  machine_type_id: form.machineTypeId ?? "",
  service_cost: form.serviceCost,
});

describe("new part lines", () => {
  test("choosing a part sets cost to the rate, qty to 1 and the maximum to the stock", () => {
    expect(only(onePart)).toMatchObject({
      itemId: "cell",
      costMinor: 1_120_000,
      qty: "1",
      max: 3,
      isNew: true,
    });
    const again = run(
      onePart,
      { do: "set qty", key: 0, qty: "3" },
      { do: "choose part", key: 0, item: sensor },
    );
    expect(only(again)).toMatchObject({ itemId: "sensor", costMinor: 645_000, qty: "1", max: 6 });
  });
  test("a part of another row and one without stock are not offered", () => {
    const two = run(onePart, { do: "add part" });
    expect(offered(two, items, 1).map((item) => item.id)).toEqual(["sensor", "filter"]);
    expect(offered(two, items, 0).map((item) => item.id)).toEqual(["cell", "sensor", "filter"]);
    expect(only(run(two, { do: "choose part", key: 1, item: cell }), 1).itemId).toBe("");
  });
  test("quantities are whole, from 1 to what is available", () => {
    const messages = (qty: string) =>
      problemsOf(run(onePart, { do: "set qty", key: 0, qty }), filled)["parts[0][qty]"];
    expect(messages("")).toEqual(["Quantity is required"]);
    expect(messages("0")).toEqual([qtyNotWhole]);
    expect(messages("3")).toBeUndefined();
    expect(messages("4")).toEqual(["Only 3 of Oxygen cell in stock"]);
    for (const qty of ["-2", "2.5", "1e3"]) {
      expect(only(run(onePart, { do: "set qty", key: 0, qty })).qty).toBe(qty);
      expect(messages(qty)).toEqual([qtyNotWhole]);
    }
    expect(["1", " 7 "].map(qtyOf)).toEqual([1, 7]);
    for (const wrong of ["0", "1.5", "-1", "", "1e3"]) expect(qtyOf(wrong), wrong).toBeNull();
  });
  test("clearing the choice empties the row; X removes it", () => {
    expect(only(run(onePart, { do: "choose part", key: 0, item: null }))).toMatchObject({
      itemId: "",
      costMinor: 0,
      max: 0,
    });
    expect(run(onePart, { do: "remove part", key: 0 }).parts).toEqual([]);
  });
  test("a shortage renews the maximum and keeps what was typed", () => {
    const short = run(
      onePart,
      { do: "set qty", key: 0, qty: "3" },
      { do: "shortage", itemId: "cell", available: 1 },
    );
    expect(only(short)).toMatchObject({ qty: "3", max: 1 });
    expect(problemsOf(short, filled)["parts[0][qty]"]).toEqual(["Only 1 of Oxygen cell in stock"]);
  });
  test("at most 100 rows", () => {
    const many = run(
      openForm({}),
      ...Array.from({ length: 120 }, (): Step => ({ do: "add part" })),
    );
    expect(many.parts).toHaveLength(100);
  });
});

describe("saved part lines", () => {
  const form = openForm({ lines, serviceCostMinor: 1_500_00 });
  test("part and quantity are locked until the change is ticked; unticking restores", () => {
    expect(only(run(form, { do: "choose part", key: 0, item: sensor })).itemId).toBe("cell");
    expect(only(run(form, { do: "set qty", key: 0, qty: "5" })).qty).toBe("2");
    const changed = run(
      form,
      { do: "change qty", key: 0, on: true },
      { do: "set qty", key: 0, qty: "5" },
    );
    expect([only(changed).qty, effectiveQty(only(changed))]).toEqual(["5", 5]);
    expect(only(run(changed, { do: "change qty", key: 0, on: false }))).toMatchObject({
      qty: "2",
      isChanged: false,
    });
  });
  test("the maximum is the own quantity and what is available; an inactive item gives no more", () => {
    expect([only(form).max, only(form, 1).max]).toEqual([5, 4]);
    expect(only(run(form, { do: "shortage", itemId: "cell", available: 0 })).max).toBe(2);
  });
  test("X marks a saved line deleted and takes it out of the total; Undo puts it back", () => {
    const without = run(form, { do: "remove part", key: 0 });
    expect(only(without).isDeleted).toBe(true);
    expect(grandTotal(without)).toBe(4 * 50_05 + 1_500_00);
    expect(grandTotal(run(without, { do: "undo remove", key: 0 }))).toBe(grandTotal(form));
  });
  test("what a removed line gives back can be taken by a new one, and then not be undone", () => {
    const swapped = run(
      form,
      { do: "remove part", key: 0 },
      { do: "add part" },
      { do: "choose part", key: 2, item: cell },
    );
    expect(only(swapped, 2)).toMatchObject({ itemId: "cell", max: 5, costMinor: 1_120_000 });
    expect(canUndo(swapped, only(swapped))).toBe(false);
    expect(only(run(swapped, { do: "undo remove", key: 0 })).isDeleted).toBe(true);
  });
  test("the post carries the flags of the specification", () => {
    const changed = run(
      form,
      { do: "change qty", key: 0, on: true },
      { do: "set qty", key: 0, qty: "5" },
      { do: "remove part", key: 1 },
    );
    const posted = Object.fromEntries(postedParts(changed, true));
    expect(posted).toMatchObject({
      "parts[0][id]": "cell",
      "parts[0][qty]": "2",
      "parts[0][newQyt]": "5",
      "parts[0][isChangedQyt]": "1",
      "parts[0][isNew]": "0",
      "parts[0][isDeleted]": "0",
      "parts[0][cost]": "10000.00",
      "parts[0][total_cost]": "50000.00",
      "parts[1][isDeleted]": "1",
    });
    expect(Object.keys(Object.fromEntries(postedParts(onePart, false)))).toEqual([
      "parts[0][id]",
      "parts[0][qty]",
      "parts[0][cost]",
      "parts[0][total_cost]",
    ]);
  });
});

describe("checklist", () => {
  const picked = run(
    openForm({}),
    { do: "pick type", id: "t1" },
    { do: "pick machine", machine: ventilator },
  );
  test("a PM machine fills one row a name, N/A, without remark", () => {
    expect(picked.checks.map(({ name, status, remark }) => ({ name, status, remark }))).toEqual(
      ventilator.lists.map((name) => ({ name, status: "na", remark: "" })),
    );
    expect([picked.machine?.id, hasAnswers(picked)]).toEqual(["m1", false]);
  });
  test("clearing or picking the same machine again empties the checklist", () => {
    for (const machine of [null, ventilator])
      expect(run(picked, { do: "pick machine", machine })).toMatchObject({
        machine: null,
        checks: [],
        machineTypeId: "t1",
      });
  });
  test("another machine type clears checklist and machine; clearing or the same one clears the type too", () => {
    expect(run(picked, { do: "pick type", id: "t2" })).toMatchObject({
      machineTypeId: "t2",
      machine: null,
      checks: [],
    });
    for (const id of [null, "t1"])
      expect(run(picked, { do: "pick type", id })).toMatchObject({
        machineTypeId: null,
        machine: null,
        checks: [],
      });
  });
  test("no row is added below one without a name", () => {
    const one = run(openForm({}), { do: "add check" });
    expect([one.checks.length, canAddCheck(one)]).toEqual([1, false]);
    expect(run(one, { do: "add check" }).checks).toHaveLength(1);
    const named = run(one, { do: "set check", key: 0, name: "Housing" }, { do: "add check" });
    expect(named.checks).toHaveLength(2);
    expect(problemsOf(named, filled)).toEqual({ "checks[1][name]": [checkUnnamed] });
  });
  test("All Yes leaves what is answered", () => {
    const key = picked.checks[1]!.key;
    const all = run(picked, { do: "set check", key, status: "no" }, { do: "all yes" });
    expect(all.checks.map((check) => check.status)).toEqual(["yes", "no", "yes"]);
    expect(hasAnswers(all)).toBe(true);
    expect(run(all, { do: "remove check", key }).checks).toHaveLength(2);
  });
});

describe("totals, messages, names", () => {
  test("cost times qty over the lines and the service cost, two decimals", () => {
    const form = run(
      onePart,
      { do: "set qty", key: 0, qty: "2" },
      { do: "set service cost", text: "1,500.5" },
    );
    expect([partsTotal(form), formatMinor(grandTotal(form))]).toEqual([2_240_000, "23900.50"]);
    expect(grandTotal(run(form, { do: "set service cost", text: "" }))).toBe(2_240_000);
  });
  test("the specification's messages", () => {
    expect(problemsOf(run(openForm({}), { do: "add part" }), {})).toEqual({
      service_ticket: ["Service Ticket ID is required"],
      date: ["Service Date is required"],
      service_type: ["Service Type is required"],
      "parts[0][id]": ["Part is required"],
      complaint_by: ["Done By is required"],
    });
    expect(
      problemsOf(run(openForm({}), { do: "set service cost", text: "-1" }), filled),
    ).toHaveProperty("service_cost");
  });
  test("the server's errors find their rows", () => {
    const form = run(onePart, { do: "pick machine", machine: ventilator });
    expect(
      atRows(form, {
        "parts.0.qty": ["a"],
        "parts.0.part": ["b"],
        "pm_lists.1.name": ["c"],
        date: ["d"],
      }),
    ).toEqual({
      "parts[0][qty]": ["a"],
      "parts[0][id]": ["b"],
      [`checks[${form.checks[1]!.key}][name]`]: ["c"],
      date: ["d"],
    });
  });
  test("texts that are no checklist are nothing", () => {
    for (const text of ["{", '{"a":1}', undefined]) expect(readChecks(text), text).toBeNull();
    expect(readChecks('[{"name":"a","status":"perhaps"},null]')).toEqual([
      { name: "a", status: "na", remark: "" },
      { name: "", status: "na", remark: "" },
    ]);
  });
});

const key = fc.integer({ min: 0, max: 8 });
const item = fc.constantFrom(...items, { id: "old", name: "Old valve", rateMinor: 1, quantity: 9 });
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.constant<Step>({ do: "add part" }),
  fc.record({ do: fc.constant("choose part" as const), key, item: fc.option(item) }),
  fc.record({
    do: fc.constant("set qty" as const),
    key,
    qty: fc.oneof(fc.nat(20).map(String), fc.string({ maxLength: 4 })),
  }),
  fc.record({ do: fc.constant("change qty" as const), key, on: fc.boolean() }),
  fc.record({ do: fc.constant("remove part" as const), key }),
  fc.record({ do: fc.constant("undo remove" as const), key }),
  fc.record({
    do: fc.constant("shortage" as const),
    itemId: fc.constantFrom("cell", "sensor"),
    available: fc.nat(3),
  }),
  fc.record({ do: fc.constant("pick type" as const), id: fc.option(fc.constantFrom("t1", "t2")) }),
  fc.constant<Step>({ do: "pick machine", machine: ventilator }),
  fc.constant<Step>({ do: "add check" }),
  fc.record({
    do: fc.constant("set check" as const),
    key,
    name: fc.string(),
    status: fc.constantFrom("yes", "no", "na"),
  }),
  fc.constant<Step>({ do: "all yes" }),
  fc.record({
    do: fc.constant("set service cost" as const),
    text: fc.oneof(fc.string(), fc.nat(99999).map(formatMinor)),
  }),
);

describe("whatever is done", () => {
  const reached = (steps: Step[]) => run(openForm({ lines, serviceCostMinor: 100 }), ...steps);

  test("no part stands in two rows, row numbers are unique, saved lines stay, the total adds up", () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 60 }), (steps) => {
        const form = reached(steps);
        const live = form.parts.filter((part) => !part.isDeleted && part.itemId);
        expect(new Set(live.map((part) => part.itemId)).size).toBe(live.length);
        const keys = [...form.parts, ...form.checks].map((row) => row.key);
        expect(new Set(keys).size).toBe(keys.length);
        expect(
          form.parts
            .filter((part) => !part.isNew)
            .map((part) => [part.itemId, part.savedQty, part.costMinor]),
        ).toEqual(lines.map((line) => [line.storeItemId, line.qty, line.costMinor]));
        for (const part of form.parts)
          if (!part.isNew && !part.isChanged) expect(part.qty).toBe(String(part.savedQty));
        const sum = live.reduce((total, part) => total + lineTotal(part), 0);
        expect(partsTotal(form)).toBe(sum);
        expect(grandTotal(form)).toBeGreaterThanOrEqual(sum);
        expect(Number.isSafeInteger(grandTotal(form))).toBe(true);
      }),
    );
  });

  test("what is posted or kept comes back as the same form", () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 60 }), (steps) => {
        const form = reached(steps);
        const back = run(restored({ lines, serviceCostMinor: 100 }, flat(form, true)), {
          do: "items came",
          items,
        });
        expect(new Map(postedParts(back, true))).toEqual(new Map(postedParts(form, true)));
        expect(postedChecks(back)).toBe(postedChecks(form));
        expect([back.machineTypeId, back.machine?.id ?? null, back.serviceCost]).toEqual([
          form.machineTypeId,
          form.machine?.id ?? null,
          form.serviceCost,
        ]);
        expect(back.nextKey).toBeGreaterThan(
          Math.max(-1, ...[...back.parts, ...back.checks].map((row) => row.key)),
        );
      }),
    );
  });
});
