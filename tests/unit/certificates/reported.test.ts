import { describe, expect, test } from "vitest";
import type { CertificateLine, CertificateResult } from "#app/shared/certificates/document.ts";
import { certificateContent } from "#tests/support/certificate-document.ts";
import {
  reportedAcceptance,
  reportedGuard,
  reportedK,
  reportedLimit,
  reportedP,
  reportedSides,
} from "#worker/domain/certificates/reported.ts";

const line = certificateContent.parameters[0]!.lines[3]!;
const result = (more: Partial<CertificateResult> = {}): CertificateResult => ({
  ...line.as_left!,
  ...more,
});
const at = (nominal: string | null): CertificateLine => ({ ...line, nominal });

describe("figures that are handed out", () => {
  test("have k to two places and p to four", () => {
    expect([reportedK(result()), reportedP(result())]).toEqual(["2.00", "0.9545"]);
    expect(reportedK(result({ k: "3.3068" }))).toBe("3.31");
    expect(reportedP(result({ p: "0.95" }))).toBe("0.95");
    expect([reportedK(result({ k: null })), reportedP(result({ p: null }))]).toEqual([null, null]);
  });

  test("have limits of acceptance to two places more than U, and no fewer than the tolerance", () => {
    const guarded = result({
      ...{ u_reported: "2.3", guard: "2.317722", lower: "170.00001", upper: null },
      ...{ accept_lower: "172.31773200000002", accept_upper: null },
    });
    expect(reportedGuard(guarded)).toBe("2.318");
    expect(reportedAcceptance(guarded)).toEqual({ lower: "172.31773", upper: null });
    expect(reportedAcceptance(result({ ...guarded, lower: "170" })).lower).toBe("172.318");
    const exact = result({ ...guarded, u_reported: "0", accept_lower: "172.31773200000002" });
    expect(reportedAcceptance(exact).lower).toBe("172.317732");
    expect(reportedLimit("33.3333333333333333333333333333333333333333")).toBe("33.3333333333333");
    expect(reportedLimit("1E-7")).toBe("0.0000001");
    expect([reportedLimit("0"), reportedLimit(null)]).toEqual(["0", null]);
  });

  test("have the side that was set with the places of U or of the nominal value", () => {
    const third = result({ indication: "200.3333333333333333", u_reported: "2.3" });
    const measured = (nominal: string | null, of = third) =>
      reportedSides("set_duc_read_std", at(nominal), of)?.measured;
    expect([measured("200"), measured("200.00"), measured(null)]).toEqual([
      ...["200.3", "200.33", "200.3"],
    ]);
    expect(measured("200", result({ indication: "200" }))).toBe("200");
    expect(measured("200", result({ ...third, u_reported: "0" }))).toBe("200.333333333333");
  });

  test("name what was read by which side was read", () => {
    const set = result({ reference: "20.02", indication: "20.4", value_reported: "20.40" });
    const told = { value: set.value_reported, error: set.error_reported };
    expect(reportedSides("set_std_read_duc", at("20.00"), set)).toEqual({
      ...{ measured: told.value, error: told.error, reference: "20.02", judged: "measured" },
    });
    expect(reportedSides("set_duc_read_std", at("20.00"), set)).toEqual({
      ...{ reference: told.value, error: told.error, measured: "20.4", judged: "reference" },
    });
    expect(reportedSides("set_duc_read_std", at(null), result({ error_reported: null }))).toEqual({
      ...{ measured: "198.7", error: null, reference: null, judged: "measured" },
    });
    const nothing = result({ value_reported: null });
    expect(reportedSides("set_duc_read_std", line, nothing)).toBeNull();
  });
});
