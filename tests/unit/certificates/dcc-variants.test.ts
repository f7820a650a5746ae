import { describe, expect, test } from "vitest";
import { variants } from "#tests/support/certificate-variants.ts";
import { certificateDcc } from "#worker/domain/certificates/dcc-xml.ts";
import { allAt, type Element, everyOne, xmlTree } from "#worker/files/xml-tree.ts";

const at = (root: Element, path: string) => allAt(root, ...path.split("/"));
const texts = (root: Element, name: string) => everyOne(root, name).map(({ text }) => text);
const required = [
  "administrativeData/dccSoftware/software/name/content",
  "administrativeData/dccSoftware/software/release",
  "administrativeData/coreData/countryCodeISO3166_1",
  "administrativeData/coreData/usedLangCodeISO639_1",
  "administrativeData/coreData/mandatoryLangCodeISO639_1",
  "administrativeData/coreData/uniqueIdentifier",
  "administrativeData/coreData/beginPerformanceDate",
  "administrativeData/coreData/endPerformanceDate",
  "administrativeData/coreData/performanceLocation",
  "administrativeData/items/item/name/content",
  "administrativeData/items/item/identifications/identification/issuer",
  "administrativeData/items/item/identifications/identification/value",
  "administrativeData/calibrationLaboratory/contact/name/content",
  "administrativeData/respPersons/respPerson/person/name/content",
  "administrativeData/customer/name/content",
  "measurementResults/measurementResult/name/content",
  "measurementResults/measurementResult/usedMethods/usedMethod/name/content",
  "measurementResults/measurementResult/usedSoftware/software/release",
  "measurementResults/measurementResult/results/result/name/content",
];

describe.each(Object.keys(variants))("a digital calibration certificate, %s", (name) => {
  const root = xmlTree(certificateDcc(variants[name]!));

  test("has every element that it must have", () => {
    for (const path of required) {
      const found = at(root, path);
      expect(found.length, path).toBeGreaterThan(0);
      for (const { text } of found) expect(text.trim(), path).not.toBe("");
    }
    for (const place of everyOne(root, "location")) expect(place.children).not.toEqual([]);
    for (const data of everyOne(root, "data")) expect(data.children).not.toEqual([]);
  });

  test("has lists of equal length, and nothing in place of a figure", () => {
    for (const list of everyOne(root, "list")) {
      const lengths = ["valueXMLList", "valueExpandedMUXMLList", "conformityXMLList"]
        .flatMap((one) => texts(list, one))
        .map((text) => text.split(" ").length);
      expect(new Set(lengths).size, JSON.stringify(lengths)).toBe(1);
    }
    for (const value of texts(root, "valueXMLList"))
      expect(value).toMatch(/^-?\d+(\.\d+)?( -?\d+(\.\d+)?)*$/);
  });

  test("is the same bytes each time", () => {
    const again = structuredClone(variants[name]!);
    expect(certificateDcc(again)).toBe(certificateDcc(variants[name]!));
  });
});
