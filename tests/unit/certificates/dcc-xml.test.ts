import { describe, expect, test } from "vitest";
import { certificateContent } from "#tests/support/certificate-document.ts";
import {
  NASTY_KEPT,
  revision,
  variants,
  withContent,
} from "#tests/support/certificate-variants.ts";
import { certificateDcc } from "#worker/domain/certificates/dcc-xml.ts";
import { allAt, type Element, everyOne, textAt, xmlTree } from "#worker/files/xml-tree.ts";

const [energy, chargeTime] = certificateContent.parameters;
const names = Object.keys(variants);
const treeOf = (name: string) => xmlTree(certificateDcc(variants[name]!));
const adjusted = treeOf("adjusted");
const at = (root: Element, path: string) => allAt(root, ...path.split("/"));
const texts = (root: Element, name: string) => everyOne(root, name).map(({ text }) => text);
const ofType = (root: Element, name: string, refType: string) =>
  everyOne(root, name).filter(({ attributes }) => attributes.refType === refType);
/** Statements by their names, with what they declare. */
const statementsOf = (root: Element) =>
  everyOne(root, "statement").map((one) => [
    textAt(one, "name", "content"),
    textAt(one, "declaration", "content"),
  ]);
const listsOf = (root: Element, refType: string) =>
  ofType(root, "quantity", refType).flatMap((one) =>
    (textAt(one, "realListXMLList", "valueXMLList") ?? "").split(" "),
  );

describe("a digital calibration certificate", () => {
  test("tells which it is, of what, and by whom", () => {
    const core = at(adjusted, "administrativeData/coreData")[0]!;
    const told = (name: string) => textAt(core, name);
    expect(told("uniqueIdentifier")).toBe("MGH/CAL/26-27/00731, Meridian General Hospital");
    expect([told("countryCodeISO3166_1"), told("performanceLocation")]).toEqual([
      ...["IN", "laboratory"],
    ]);
    expect([told("receiptDate"), told("issueDate")]).toEqual(["2026-11-19", "2026-11-20"]);
    expect(told("previousReport")).toBeNull();
    const item = at(adjusted, "administrativeData/items/item/identifications/identification");
    expect(item.map((one) => [textAt(one, "issuer"), textAt(one, "value")])).toEqual([
      ["manufacturer", "AF14K021883"],
      ["customer", "ICU-4"],
      ["calibrationLaboratory", "DUC-000123"],
    ]);
    const persons = everyOne(adjusted, "respPerson");
    expect(persons.map((one) => textAt(one, "mainSigner"))).toEqual([
      ...["false", "false", "false", "true"],
    ]);
    expect(textAt(persons[3]!, "role")).toBe("authorised_signatory");
    expect(textAt(adjusted, "administrativeData", "customer", "name", "content")).toBe(
      "सेंट थॉमस अस्पताल & Söhne",
    );
  });

  test("has the reported figures of the document, set by set", () => {
    const [found, left, single] = everyOne(adjusted, "measurementResult");
    const { lines } = energy!;
    for (const [set, results] of [
      [found!, lines.map(({ as_found }) => as_found!)],
      [left!, lines.map(({ as_left }) => as_left!)],
    ] as const) {
      expect(listsOf(set, "basic_nominalValue")).toEqual(lines.map(({ nominal }) => nominal));
      expect(listsOf(set, "basic_measuredValue")).toEqual(lines.map(({ nominal }) => nominal));
      expect(listsOf(set, "basic_referenceValue")).toEqual(
        results.map(({ value_reported }) => value_reported),
      );
      expect(listsOf(set, "basic_measurementError")).toEqual(
        results.map(({ error_reported }) => error_reported),
      );
      expect(listsOf(set, "basic_acceptanceLimitLower")).toEqual(
        results.map(({ accept_lower }) => accept_lower),
      );
      const us = results.map(({ u_reported }) => u_reported).join(" ");
      expect(texts(set, "valueExpandedMUXMLList")).toEqual([us, us]);
      expect(texts(set, "conformityXMLList")).toEqual([
        results.map(({ verdict }) => verdict).join(" "),
      ]);
      expect(new Set(texts(set, "unitXMLList"))).toEqual(new Set(["\\joule"]));
    }
    expect(listsOf(single!, "basic_measuredValue")).toEqual([
      chargeTime!.lines[0]!.as_found!.value_reported,
    ]);
    expect(texts(single!, "coverageFactorXMLList")).toEqual(["3.31"]);
    expect(texts(single!, "distributionXMLList")).toEqual(["t"]);
    expect(texts(single!, "coverageProbabilityXMLList")).toEqual(["0.9545"]);
  });

  test("names what was done between its sets", () => {
    const states = (name: string) =>
      everyOne(treeOf(name), "measurementResult").map((one) => [
        textAt(one, "name", "content"),
        ...texts(one, "status"),
      ]);
    expect(states("adjusted")).toEqual([
      ...[["As found", "beforeAdjustment"], ["As left", "afterAdjustment"], ["Results"]],
      ["Checks"],
    ]);
    expect(states("repaired").slice(0, 2)).toEqual([
      ["As found", "beforeRepair"],
      ["As left", "afterRepair"],
    ]);
    expect(states("adjusted and repaired")[1]).toEqual([
      ...["As left", "afterRepair", "afterAdjustment"],
    ]);
    expect(states("not adjusted")).toEqual([["Results"], ["Checks"]]);
    expect(states("adjusted without readings as found")).toEqual([
      ["As left", "afterAdjustment"],
      ["Results"],
      ["Checks"],
    ]);
    expect(statementsOf(treeOf("adjusted without readings as found"))).toContainEqual([
      ...["Readings as found are missing", "The device did not switch on"],
    ]);
  });

  test("tells standards, environment, methods and software with each set", () => {
    const [set] = everyOne(adjusted, "measurementResult");
    const [standard] = ofType(set!, "measuringEquipment", "basic_normalUsed");
    expect(texts(standard!, "value")).toEqual(["2811007", "DA-02", "K-2026-11"]);
    const real = (refType: string) =>
      ofType(set!, "quantity", refType).map((one) => [
        textAt(one, "real", "value"),
        textAt(one, "real", "unit"),
      ]);
    expect(real("basic_temperatureMin")).toEqual([["23.4", "\\degreecelsius"]]);
    expect(real("basic_temperatureMax")).toEqual([["23.9", "\\degreecelsius"]]);
    expect(real("basic_humidityRelativeMin")).toEqual([["47", "\\percent"]]);
    expect(real("basic_humidityRelativeMax")).toEqual([["48", "\\percent"]]);
    expect(textAt(set!, "usedSoftware", "software", "release")).toBe("1");
    expect(texts(set!, "norm")).toEqual(["IEC 62353:2014"]);
  });

  test("points from its verdicts to the rules that it tells", () => {
    for (const name of names) {
      const root = treeOf(name);
      const ids = new Set(everyOne(root, "statement").flatMap((one) => one.attributes.id ?? []));
      const asked = everyOne(root, "metaData").flatMap((one) => one.attributes.refId ?? []);
      for (const id of asked) expect(ids).toContain(id);
    }
    const judged = everyOne(adjusted, "metaData").filter(({ attributes }) => attributes.refId);
    expect(judged.map(({ attributes }) => attributes.refId)).toEqual(["rule1", "rule1", "rule2"]);
  });

  test("has what is judged otherwise in tables of their own", () => {
    const root = treeOf("odd lines");
    const [results] = everyOne(root, "measurementResult");
    const pressure = everyOne(results!, "result").filter((one) => everyOne(one, "list").length > 0);
    expect(pressure.length).toBeGreaterThan(8);
    const words = texts(root, "conformityXMLList").flatMap((text) => text.split(" "));
    expect(new Set(words)).toEqual(new Set(["pass", "fail", "conditionalPass"]));
    expect(textAt(everyOne(treeOf("up and down"), "result")[0]!, "description", "content")).toBe(
      "The values were approached from below.",
    );
    expect(texts(treeOf("up and down"), "valid")).toEqual(["true", "false", "true"]);
  });

  test("tells why a line was not measured", () => {
    expect(texts(adjusted, "content")).toContain("Not measured: The battery is at its end of life");
    const nothing = treeOf("nothing measured");
    expect(texts(nothing, "content")).toContain("Not measured at 20 J: No battery");
    expect(everyOne(nothing, "realListXMLList")).toEqual([]);
    expect(texts(treeOf("odd lines"), "content")).toContain("Not measured at 10.0 cmH₂O: no value");
  });

  test("has checks with answers, figures and limits", () => {
    const checks = everyOne(adjusted, "measurementResult").at(-1)!;
    expect(everyOne(checks, "noQuantity").map((one) => textAt(one, "content"))).toEqual([
      ...["Yes", "No", "Not applicable"],
    ]);
    expect(texts(checks, "conformity")).toEqual(["pass", "fail", "pass"]);
    const [limit] = ofType(checks, "quantity", "basic_acceptanceLimitUpper");
    expect(textAt(limit!, "real", "value")).toBe("500");
    expect(textAt(limit!, "real", "unit")).toBe("\\micro\\ampere");
    const odd = everyOne(treeOf("odd lines"), "measurementResult").at(-1)!;
    expect(textAt(everyOne(odd, "noQuantity")[0]!, "content")).toBe("> 2 M");
    expect(ofType(odd, "quantity", "basic_acceptanceLimitLower")).toHaveLength(1);
  });

  test("defines each unit that D-SI has no expression for", () => {
    const root = treeOf("odd lines");
    const used = [...texts(root, "unitXMLList"), ...texts(root, "unit")];
    const other = new Set(used.filter((unit) => unit.startsWith("|")));
    expect(other).toEqual(new Set(["|cmH₂O", "|dB(A)", "|a_unit_of_our_own"]));
    expect(new Set(texts(root, "nonSIUnit"))).toEqual(other);
    expect(texts(root, "nonSIDefinition")[0]).toContain("98.0665 Pa");
    expect(texts(adjusted, "nonSIUnit")).toEqual([]);
  });

  test("of a revision names what it replaces, by number and digest, and why", () => {
    const root = treeOf("revision");
    const [previous] = everyOne(root, "previousReport");
    expect(textAt(previous!, "referralID")).toBe("MGH/CAL/26-27/00731");
    expect([textAt(previous!, "procedure"), textAt(previous!, "value")]).toEqual([
      ...["SHA-256", revision.replaces!.document_sha256],
    ]);
    expect(texts(root, "typeOfChange")).toEqual(["substituted"]);
    expect(texts(root, "replacedUniqueIdentifier")).toEqual([
      "MGH/CAL/26-27/00731, Meridian General Hospital",
    ]);
    const said = statementsOf(root);
    expect(said).toContainEqual(["Reason of the revision", "The serial number was wrong"]);
    expect(said.filter(([name]) => name === "Change")).toHaveLength(2);
  });

  test("of an own asset is for the house of the laboratory", () => {
    const root = treeOf("own asset");
    expect(textAt(root, "administrativeData", "customer", "name", "content")).toBe(
      "Meridian General Hospital",
    );
    expect(texts(root, "value")).not.toContain("CUS/2026/0007");
  });

  test("without an accreditation claims none", () => {
    const root = treeOf("without accreditation");
    expect(everyOne(root, "calibrationLaboratoryCode")).toEqual([]);
    expect(statementsOf(root).map(([name]) => name)).not.toContain("Accreditation");
    expect(ofType(root, "metaData", "basic_isInCMC")).toEqual([]);
    expect(texts(root, "countryCodeISO3166_1")).toEqual(["ZZ"]);
  });

  test("states no conformity where none is", () => {
    const root = treeOf("without results");
    expect(everyOne(root, "conformity")).toEqual([]);
    expect(statementsOf(root)).toContainEqual(["Conformity", "No conformity is stated."]);
  });

  test("keeps texts of any kind, but for what XML cannot hold", () => {
    const root = treeOf("nasty texts");
    expect(texts(root, "content").filter((text) => text === NASTY_KEPT).length).toBeGreaterThan(20);
    const [item] = at(root, "administrativeData/items/item");
    expect(item!.children.find(({ name }) => name === "model")!.text).toBe(NASTY_KEPT.trim());
    expect(texts(root, "link")).toEqual([
      "https://a.example/%7B%22x%20y%22%7D%7C%5Bz%5D%25zz?%5E%60#%3C&%3E%23%5B",
    ]);
    const all = JSON.stringify(root);
    for (const letters of ["मापन यन्त्र", "🩺", "]]>", "<b>", "&amp;"])
      expect(all).toContain(letters);
  });

  test("leads only to pages of the web", () => {
    const links = (verify_url: string) =>
      texts(xmlTree(certificateDcc(withContent({}, { verify_url }))), "link");
    expect(links("javascript:alert(1)")).toEqual(["https://accreditation.example/2194"]);
    expect(links("https://me:word@h.example/verify/a")).toContain("https://h.example/verify/a");
  });
});
