/** The administrative data of a digital calibration certificate: which it is, of what, by whom and for whom. DCC 3.3.0, administrativeDataType. */
import { appliedPartWords, electricalClassWords } from "#app/shared/calibration/machine-words.ts";
import type {
  CertificateContent,
  CertificateDocument,
  CertificateItem,
  CertificateSignature,
} from "#app/shared/certificates/document.ts";
import { element, leaf, type XmlNode } from "../../files/xml-builder.ts";
import {
  contact,
  countryOf,
  identification,
  listOf,
  namedBody,
  needed,
  OUR_LANGUAGE,
  ours,
  paragraphs,
  plain,
  text,
  worded,
} from "./dcc-parts.ts";
import { statements } from "./dcc-statements.ts";

/** Goes up with each change of what is written for the same document. */
const DCC_WRITER = "1";

/** Numbers are unique within a laboratory only. */
const identifierOf = ({ lab }: CertificateContent, certificateNo: string) =>
  `${certificateNo}, ${lab.name}`;

const numbers = ({ content, issue }: CertificateDocument) =>
  element("dcc:identifications", [
    identification("calibrationLaboratory", ours("Certificate number"), issue.certificate_no),
    identification("calibrationLaboratory", ours("Job number"), content.job_no),
    identification(
      "calibrationLaboratory",
      ours("Customer number"),
      content.customer?.consumer_no ?? null,
    ),
    identification("customer", ours("Request number"), content.request_no),
    identification("customer", ours("Purchase order number"), content.po_no),
    identification("other", ours("Number of the accreditation body"), content.scheme_no),
    ...content.lab.tax_ids.map(({ label, value }) => identification("other", label, value)),
  ]);

/** The revision before, with the digest of its document. */
function replaced({ content, issue }: CertificateDocument): (XmlNode | null)[] {
  const { replaces } = issue;
  if (!replaces) return [];
  return [
    element("dcc:reportAmendedSubstituted", [
      leaf("dcc:typeOfChange", "substituted"),
      needed("dcc:replacedUniqueIdentifier", identifierOf(content, replaces.certificate_no)),
    ]),
    element("dcc:previousReport", [
      text("dcc:referral", ours("Certificate that this one replaces")),
      needed("dcc:referralID", replaces.certificate_no),
      leaf("dcc:procedure", "SHA-256"),
      needed("dcc:value", replaces.document_sha256),
    ]),
  ];
}

function coreData(document: CertificateDocument): XmlNode {
  const { content, issue } = document;
  return element("dcc:coreData", [
    leaf("dcc:countryCodeISO3166_1", countryOf(content.lab.country)),
    leaf("dcc:usedLangCodeISO639_1", OUR_LANGUAGE),
    leaf("dcc:mandatoryLangCodeISO639_1", OUR_LANGUAGE),
    needed("dcc:uniqueIdentifier", identifierOf(content, issue.certificate_no)),
    numbers(document),
    plain("dcc:receiptDate", content.received_on),
    leaf("dcc:beginPerformanceDate", content.performed_from),
    leaf("dcc:endPerformanceDate", content.performed_to),
    leaf("dcc:performanceLocation", content.performed_at),
    leaf("dcc:issueDate", issue.issued_on),
    ...replaced(document),
  ]);
}

/** What the item is besides its numbers, each by its name. */
function itemFacts(item: CertificateItem): XmlNode | null {
  const facts: [string, string | null][] = [
    ["Accessories", item.accessories],
    ["Year of make", item.year_of_make === null ? null : String(item.year_of_make)],
    ["Location", item.location],
    [
      "Electrical class",
      item.electrical_class && worded(electricalClassWords, item.electrical_class),
    ],
    ["Applied part", item.applied_part && worded(appliedPartWords, item.applied_part)],
  ];
  return listOf(
    "dcc:itemQuantities",
    facts.map(
      ([name, value]) =>
        value !== null &&
        element("dcc:itemQuantity", [text("dcc:name", ours(name)), text("dcc:noQuantity", value)]),
    ),
  );
}

const firmware = (version: string | null) => {
  const release = plain("dcc:release", version);
  return (
    release &&
    element("dcc:installedSoftwares", [
      element("dcc:software", [
        text("dcc:name", ours("Firmware")),
        release,
        leaf("dcc:type", "firmware"),
      ]),
    ])
  );
};

const itemOf = (item: CertificateItem) =>
  element("dcc:item", [
    text("dcc:name", item.name),
    firmware(item.firmware),
    namedBody("dcc:manufacturer", item.manufacturer),
    plain("dcc:model", item.model),
    element("dcc:identifications", [
      identification("manufacturer", ours("Serial number"), item.serial_no),
      identification("customer", ours("Tag"), item.customer_tag),
      element("dcc:identification", [
        leaf("dcc:issuer", "calibrationLaboratory"),
        needed("dcc:value", item.machine_no),
        text("dcc:name", ours("Number at the laboratory")),
      ]),
      identification("other", ours("Device code"), item.device_code),
    ]),
    itemFacts(item),
  ]);

function personOf(signature: CertificateSignature, isMain: boolean): XmlNode {
  const { meaning, role, name, designation, signed_at, auth_method } = signature;
  const at = new Date(signed_at).toISOString();
  return element("dcc:respPerson", [
    element("dcc:person", [text("dcc:name", name)]),
    paragraphs("dcc:description", [
      ...(designation === null ? [] : [designation]),
      ours(`Signed as ${meaning} at ${at}, by ${auth_method}.`),
    ]),
    plain("dcc:role", role),
    leaf("dcc:mainSigner", String(isMain)),
  ]);
}

/** Those who signed, in the order of their signatures; the main signer is who authorised the certificate last. */
function persons({ content, issue }: CertificateDocument): XmlNode {
  const main = issue.signatures.findLast(({ meaning }) => meaning === "authorised");
  const signed = issue.signatures.map((one) => personOf(one, one === main));
  const nobody = element("dcc:respPerson", [
    element("dcc:person", [text("dcc:name", content.lab.name)]),
  ]);
  return element("dcc:respPersons", signed.length ? signed : [nobody]);
}

/** Who has the item calibrated: a customer, or the house that the laboratory is of. */
const customer = ({ customer, lab }: CertificateContent) =>
  contact("dcc:customer", customer ?? lab, customer?.site ? [customer.site] : []);

/** The first ring of a certificate. */
export function administrativeData(document: CertificateDocument): XmlNode {
  const { content } = document;
  const writer = element("dcc:software", [
    text("dcc:name", ours("Plumbline")),
    leaf("dcc:release", DCC_WRITER),
    leaf("dcc:type", "application"),
    text("dcc:description", ours("Written as DCC 3.3.0 with D-SI 2.2.0.")),
  ]);
  return element("dcc:administrativeData", [
    element("dcc:dccSoftware", [writer]),
    coreData(document),
    element("dcc:items", [itemOf(content.item)]),
    element("dcc:calibrationLaboratory", [
      plain("dcc:calibrationLaboratoryCode", content.lab.accreditation?.number ?? null),
      contact("dcc:contact", content.lab),
    ]),
    persons(document),
    customer(content),
    statements(document),
  ]);
}
