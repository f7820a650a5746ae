/** A certificate as a digital calibration certificate: DCC 3.3.0 with D-SI 2.2.0 (PTB). Made of the document alone. */
import type { CertificateContent, CertificateDocument } from "#app/shared/certificates/document.ts";
import { element, type XmlNode, xmlFile } from "../../files/xml-builder.ts";
import { type Dataset, datasetsOf, datasetWords } from "./datasets.ts";
import { administrativeData } from "./dcc-administrative.ts";
import { checkResults } from "./dcc-checks.ts";
import { ours, text } from "./dcc-parts.ts";
import { surroundings } from "./dcc-surroundings.ts";
import { resultsOf } from "./dcc-tables.ts";

const NAMESPACES = {
  schemaVersion: "3.3.0",
  "xmlns:dcc": "https://ptb.de/dcc",
  "xmlns:si": "https://ptb.de/si",
  "xmlns:xsi": "http://www.w3.org/2001/XMLSchema-instance",
  "xsi:schemaLocation":
    "https://ptb.de/dcc https://ptb.de/dcc/v3.3.0/dcc.xsd https://ptb.de/si https://ptb.de/si/v2.2.0/SI_Format.xsd",
};

const measurementResult = (
  content: CertificateContent,
  name: string,
  set: Dataset | null,
  results: readonly XmlNode[],
) =>
  element("dcc:measurementResult", [
    text("dcc:name", ours(name)),
    ...surroundings(content, set),
    element("dcc:results", results),
  ]);

const noResults = element("dcc:result", [
  text("dcc:name", ours("Results")),
  element("dcc:data", [text("dcc:text", ours("The certificate has no results."))]),
]);

/** The second ring: each set of results by itself, then the checks. */
function measurementResults(content: CertificateContent): XmlNode {
  const sets = datasetsOf(content).map((set) =>
    measurementResult(
      content,
      datasetWords[set],
      set,
      content.parameters.flatMap((parameter) => resultsOf(content, parameter, set)),
    ),
  );
  const checks = checkResults(content.checks);
  const all = [
    ...sets,
    ...(checks.length ? [measurementResult(content, "Checks", null, checks)] : []),
  ];
  return element(
    "dcc:measurementResults",
    all.length ? all : [measurementResult(content, datasetWords.single, null, [noResults])],
  );
}

/**
 * The XML of a digital calibration certificate, in UTF-8. Figures are the reported ones, in the units of the certificate; the same document
 * gives the same bytes.
 */
export const certificateDcc = (document: CertificateDocument): string =>
  xmlFile(
    element(
      "dcc:digitalCalibrationCertificate",
      [administrativeData(document), measurementResults(document.content)],
      NAMESPACES,
    ),
  );
