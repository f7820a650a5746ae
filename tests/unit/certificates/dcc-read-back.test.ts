import { describe, expect, test } from "vitest";
import type { TypedRange } from "#app/shared/calibration/certificates.ts";
import { certificateContent, certificateDocument } from "#tests/support/certificate-document.ts";
import { variants } from "#tests/support/certificate-variants.ts";
import { readDcc } from "#worker/domain/calibrator-certificates/dcc.ts";
import { certificateDcc } from "#worker/domain/certificates/dcc-xml.ts";

describe("what is written is read back", () => {
  const read = readDcc(certificateDcc(certificateDocument));
  const ranges = read.values.ranges as TypedRange[];

  test("point by point, before and after the adjustment", () => {
    const { lines } = certificateContent.parameters[0]!;
    expect(ranges.map(({ parameter, unit }) => [parameter, unit])).toEqual([
      ["Delivered energy into 50 Ω", "J"],
      ["Delivered energy into 50 Ω", "J"],
    ]);
    for (const [range, results] of [
      [ranges[0]!, lines.map(({ as_found }) => as_found!)],
      [ranges[1]!, lines.map(({ as_left }) => as_left!)],
    ] as const)
      expect(
        range.points.map(({ nominal, reference, indicated, u }) => [
          nominal,
          reference,
          indicated,
          u,
        ]),
      ).toEqual(
        lines.map(({ nominal }, place) => [
          nominal,
          results[place]!.value_reported,
          nominal,
          results[place]!.u_reported,
        ]),
      );
  });

  test("with number, days, serial number and the middle of the surroundings", () => {
    expect(read.values).toMatchObject({
      ...{ issuedBy: "Meridian General Hospital", calibratedOn: "2026-11-20" },
      ...{ issuedOn: "2026-11-20", envTemp: "23.65", envRh: "47.5" },
    });
    expect(read.values.certificateNo).toMatch(/^MGH\/CAL\/26-27\/00731/);
    expect(read.serials).toEqual(["AF14K021883"]);
  });

  test("where the device is read, with what it shows", () => {
    const { values } = readDcc(certificateDcc(variants["up and down"]!));
    const [first] = values.ranges as TypedRange[];
    expect(first!.points.map(({ reference, indicated }) => [reference, indicated])).toEqual([
      ["10.02", "10.17"],
      ["10.02", "10.43"],
    ]);
  });
});
