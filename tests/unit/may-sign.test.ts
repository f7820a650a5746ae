import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  roleNames,
  type Signing,
  standingOn,
  type ToSign,
  whyNotSign,
  whyNotSignText,
} from "#app/shared/calibration/may-sign.ts";

const roles = Object.keys(roleNames);
const disciplines = ["electrical", "thermal", "medical"];
const parameters = ["Energy", "Flow", "Mass"];
const day = fc
  .integer({ min: 0, max: 700 })
  .map((n) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10));
const signing: fc.Arbitrary<Signing> = fc.record({
  status: fc.constantFrom("active", "suspended", "revoked"),
  roles: fc.subarray(roles),
  disciplines: fc.subarray(disciplines),
  parameters: fc.subarray(parameters),
  validFrom: day,
  validUntil: fc.option(day),
  archivedAt: fc.option(fc.constant(1)),
});
const toSign: fc.Arbitrary<ToSign> = fc.record({
  role: fc.constantFrom(...roles),
  discipline: fc.option(fc.constantFrom(...disciplines)),
  parameters: fc.subarray(parameters),
  on: day,
});
const trained: Signing = {
  ...{ status: "active", roles: ["calibrated_by"], disciplines: ["medical"], parameters: [] },
  ...{ validFrom: "2026-01-01", validUntil: "2026-12-31" },
};
const asked: ToSign = {
  ...{ role: "calibrated_by", discipline: "medical", parameters: ["Energy"], on: "2026-06-01" },
};

describe("a signature signs", () => {
  test("only what it is authorised for, by every rule at once", () => {
    fc.assert(
      fc.property(signing, toSign, (signature, what) => {
        const isThere = signature.status === "active" && !signature.archivedAt;
        const isValid =
          what.on >= signature.validFrom &&
          (signature.validUntil === null || what.on <= signature.validUntil);
        const isAuthorised =
          signature.roles.includes(what.role) &&
          (what.discipline === null || signature.disciplines.includes(what.discipline)) &&
          (signature.parameters.length === 0 ||
            what.parameters.every((one) => signature.parameters.includes(one)));
        expect(whyNotSign(signature, what) === null).toBe(isThere && isValid && isAuthorised);
      }),
    );
  });

  test("never more with fewer roles or disciplines", () => {
    fc.assert(
      fc.property(signing, toSign, (signature, what) => {
        const less = { ...signature, roles: signature.roles.slice(1) };
        if (whyNotSign(signature, what) !== null) expect(whyNotSign(less, what)).not.toBeNull();
      }),
    );
  });

  test("on its first and its last day, and not beside them", () => {
    const on = (date: string) => whyNotSign(trained, { ...asked, on: date })?.kind ?? null;
    expect(["2025-12-31", "2026-01-01", "2026-12-31", "2027-01-01"].map(on)).toEqual([
      ...["not_yet", null, null, "expired"],
    ]);
    expect(standingOn(trained, "2027-01-01")).toBe("expired");
  });

  test("and says why not, in a sentence", () => {
    const dates = { from: "1 Jan 2026", until: "31 Dec 2026" };
    const said = (more: Partial<Signing>, what: Partial<ToSign> = {}) =>
      whyNotSignText(whyNotSign({ ...trained, ...more }, { ...asked, ...what })!, dates, String);
    expect(said({ status: "suspended" })).toBe("This signature is suspended");
    expect(said({}, { on: "2027-01-01" })).toBe("This signature expired on 31 Dec 2026");
    expect(said({}, { role: "approved_by" })).toBe(
      "This signature is not authorised to sign as “Approved by”",
    );
    expect(said({}, { discipline: "thermal" })).toBe(
      "This signature is not authorised for the discipline “thermal”",
    );
    expect(said({ parameters: ["Flow"] })).toBe("This signature is not authorised for: Energy");
  });

  test("parameters however they are written", () =>
    expect(whyNotSign({ ...trained, parameters: [" energy "] }, asked)).toBeNull());
});
