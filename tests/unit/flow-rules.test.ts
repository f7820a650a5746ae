import { describe, expect, test } from "vitest";
import { assetRules } from "#app/shared/flows/assets.ts";
import {
  asksOf,
  type Mover,
  movesOf,
  refusalOf,
  rulesOf,
  whyNot,
} from "#app/shared/flows/rules.ts";
import { callRules } from "#app/shared/flows/service-calls.ts";

type Pass = {
  status: "draft" | "pending" | "approved" | "closed";
  createdBy: string;
  approverIds: string[];
};
const texts = { label: "Do", title: (name: string) => name, verb: "Do" };
const OWN = "Somebody else approves what you have made";

/** A pass whose maker does not approve it, by two approvers, each once. */
const passRules = rulesOf<Pass>()({
  states: { draft: "Draft", pending: "Pending", approved: "Approved", closed: "Closed" },
  stateOf: ({ status }) => status,
  otherwise: (state) => `This pass is ${state}`,
  settings: ["pass_needs_approval"],
  moves: {
    submit: { ...texts, from: ["draft"], to: "pending", by: "create-gate-pass" },
    approve: {
      ...texts,
      from: ["pending"],
      to: ["pending", "approved"],
      by: "approve-gate-pass",
      not: { createdBy: OWN, approverIds: "You have approved it" },
      separatedBy: "pass_needs_approval",
    },
    cancel: {
      ...texts,
      from: ["draft", "pending"],
      to: "closed",
      by: "delete-gate-pass",
      orBy: { createdBy: "create-gate-pass" },
    },
    "close-all": { ...texts, from: ["approved"], to: "closed", by: null },
  },
});

const mover = (id: string, permissions: string[], more: Partial<Mover> = {}): Mover => ({
  ...{ id, permissions, isAdmin: false, settings: {}, now: 0 },
  ...more,
});
const pass = (status: Pass["status"]): Pass => ({ status, createdBy: "ann", approverIds: ["bob"] });
const APPROVE = ["approve-gate-pass"];

describe("rules of a machine", () => {
  test("a move that a permission forbids is absent, one that the state forbids says why", () => {
    const offered = movesOf(
      passRules,
      pass("draft"),
      mover("cara", ["create-gate-pass", ...APPROVE]),
    );
    expect(offered.map(({ move, why, fits }) => [move, why, fits])).toEqual([
      ["submit", null, true],
      ["approve", "This pass is draft", false],
    ]);
    expect(movesOf(passRules, pass("draft"), mover("cara", []))).toEqual([]);
  });

  test("people who had a part in a record are refused, unless the company lets one person do both", () => {
    const asked = (id: string, settings = {}) =>
      refusalOf(passRules, "approve", pass("pending"), mover(id, APPROVE, { settings }));
    expect(asked("ann")).toEqual({ status: 403, message: OWN });
    expect(asked("bob")).toEqual({ status: 403, message: "You have approved it" });
    expect(asked("cara")).toBeNull();
    expect(asked("ann", { pass_needs_approval: 1 })).toEqual({ status: 403, message: OWN });
    expect(asked("ann", { pass_needs_approval: 0 })).toBeNull();
    const [offer] = movesOf(passRules, pass("pending"), mover("ann", APPROVE));
    expect(offer).toMatchObject({ move: "approve", why: OWN, fits: true });
  });

  test("a person named by the record makes a move by the lesser permission, and nobody else", () => {
    const asked = (id: string, ...permissions: string[]) =>
      refusalOf(passRules, "cancel", pass("pending"), mover(id, permissions));
    expect(asked("ann", "create-gate-pass")).toBeNull();
    expect(asked("ann")).toEqual({ status: 403, message: null });
    expect(asked("cara", "create-gate-pass")).toEqual({ status: 403, message: null });
    expect(asked("cara", "delete-gate-pass")).toBeNull();
  });

  test("a move that comes with another record's is nobody's, an Admin's neither", () => {
    const admin = mover("adam", asksOf(passRules).permissions, { isAdmin: true });
    expect(refusalOf(passRules, "close-all", pass("approved"), admin)?.status).toBe(403);
    expect(asksOf(passRules).permissions).not.toContain(null);
  });

  test("a disposed asset is final, whatever is asked of it", () => {
    const asset = (more: object) => ({
      ...{ lifecycle: "in_service" as const, notLocatedSince: null },
      ...{ openGatePassId: null, openTransferId: null, isDown: false },
      ...more,
    });
    const nobody = mover("ann", []);
    for (const move of ["commission", "move", "dispose"] as const)
      expect(whyNot(assetRules, move, asset({ lifecycle: "disposed" }), nobody)).toBe(
        "This asset is disposed",
      );
    expect(
      whyNot(assetRules, "condition", asset({ isDown: true }), mover("ann", ["edit-asset"])),
    ).toBe("A call says it is down. Resolve the call.");
    const away = asset({ openGatePassId: "p" });
    const offered = movesOf(assetRules, away, mover("ann", ["edit-asset", "approve-asset"]));
    expect(offered.filter(({ fits }) => fits).map(({ move, why }) => [move, why])).toEqual([
      ["report", null],
      ["edit", null],
      ["move", "It is out on a gate pass. Return it first."],
      ["condition", null],
      ["standby", null],
      ["not-located", null],
      ["condemn", null],
      ["rotate-qr", null],
    ]);
  });

  test("a call is reopened within the days of the company", () => {
    const DAY = 86_400_000;
    const call = {
      status: "closed" as const,
      reporterUserId: null,
      resolvedAt: 1,
      closedAt: 1,
      rating: null,
    };
    const asked = (days: number, settings = {}) =>
      whyNot(callRules, "reopen", call, mover("ann", [], { now: 1 + days * DAY, settings }));
    expect([asked(7), asked(7.1)]).toEqual([
      null,
      "A call is reopened within 7 days. Report the problem anew.",
    ]);
    expect(asked(9, { call_reopen_days: 10 })).toBeNull();
  });
});
