import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { validateXML } from "xmllint-wasm";
import { variants } from "#tests/support/certificate-variants.ts";
import { certificateDcc } from "#worker/domain/certificates/dcc-xml.ts";

/** The schemas stand beside the repository; they are no part of it. */
const folder = fileURLToPath(new URL("../../../../shared/data/dcc/", import.meta.url));
const isHere = existsSync(`${folder}dcc-3.3.0.xsd`);
const fileOf = (fileName: string) => ({
  fileName,
  contents: readFileSync(`${folder}${fileName}`, "utf8"),
});
const imported = ["si/SI_Format.xsd", "si/qudt/quantitykind.xsd", "d-sig/xmldsig-core-schema.xsd"];
async function problemsOf(contents: string) {
  const { errors } = await validateXML({
    xml: [{ fileName: "certificate.xml", contents }],
    schema: [fileOf("dcc-3.3.0.xsd")],
    preload: imported.map(fileOf),
  });
  return errors.map(({ message }) => message);
}

describe("by the schema of DCC 3.3.0", () => {
  it.skipIf(!isHere).each(Object.keys(variants))("a certificate is valid: %s", async (name) => {
    expect(await problemsOf(certificateDcc(variants[name]!))).toEqual([]);
  });

  it.skipIf(!isHere)("a broken one is not", async () => {
    const xml = certificateDcc(variants.adjusted!);
    const broken = [
      xml.replace("<dcc:performanceLocation>laboratory", "<dcc:performanceLocation>at home"),
      xml.replace(/<dcc:uniqueIdentifier>.*\n/, ""),
      xml.replace(/(<si:valueXMLList>)/, "$1- "),
    ];
    for (const one of broken) expect(await problemsOf(one)).not.toEqual([]);
  });
});
