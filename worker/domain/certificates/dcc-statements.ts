/** What a certificate states as a whole: rules, traceability, conformity, adjustment, deviations. DCC 3.3.0, statementMetaDataType. */
import type {
  Adjustment,
  CertificateDocument,
  CertificateRule,
  Conformity,
} from "#app/shared/certificates/document.ts";
import { statementNames } from "#app/shared/certificates/statements.ts";
import { element, leaf, type Maybe, type XmlNode } from "../../files/xml-builder.ts";
import { link, listOf, needed, ours, plain, type Said, text } from "./dcc-parts.ts";
import { otherUnits } from "./dcc-units.ts";

/** The words of the DCC; null where nothing is stated. */
export const conformityWords: Readonly<Record<Conformity, string | null>> = {
  pass: "pass",
  fail: "fail",
  conditional_pass: "conditionalPass",
  conditional_fail: "conditionalFail",
  not_stated: null,
};

type Statement = {
  name: Said;
  declaration?: Said | null;
  refType?: string;
  id?: string;
  norm?: string | null;
  reference?: string | null;
  link?: string | null;
  date?: string | null;
  conformity?: string | null;
  unit?: { unit: string; definition: string };
};

function statement(said: Statement): XmlNode {
  const { name, declaration, refType, id, norm, reference, date, conformity, unit } = said;
  return element(
    "dcc:statement",
    [
      text("dcc:name", name),
      plain("dcc:norm", norm ?? null),
      plain("dcc:reference", reference ?? null),
      link(said.link ?? null),
      declaration ? text("dcc:declaration", declaration) : null,
      plain("dcc:date", date ?? null),
      conformity ? leaf("dcc:conformity", conformity) : null,
      unit && needed("dcc:nonSIDefinition", unit.definition),
      unit && needed("dcc:nonSIUnit", unit.unit),
    ],
    { id, refType },
  );
}
/** A statement; nothing where there is nothing to say. */
const statementOf = (name: string, declaration: Said | null, more: Partial<Statement> = {}) =>
  declaration === null ? null : statement({ name: ours(name), declaration, ...more });

const adjustmentWords: Readonly<Record<Adjustment, string>> = {
  none: "The item was neither adjusted nor repaired.",
  adjusted:
    "The item was adjusted. Results as found are from before the adjustment, results as left from after it.",
  repaired:
    "The item was repaired. Results as found are from before the repair, results as left from after it.",
  adjusted_and_repaired:
    "The item was adjusted and repaired. Results as found are from before both, results as left from after both.",
};

/** The id of a rule among those of a certificate; undefined where the certificate does not tell it. */
export function ruleId(rules: readonly CertificateRule[], code: string | null) {
  const at = rules.findIndex((rule) => rule.code === code);
  return at < 0 ? undefined : `rule${at + 1}`;
}

const ruleStatement = ({ code, name, text: said }: CertificateRule, at: number) =>
  statement({ name, declaration: said, id: `rule${at + 1}`, reference: code });

function conformityStatement(name: string, verdict: Conformity | null): Maybe {
  if (verdict === null) return null;
  const conformity = conformityWords[verdict];
  return statement({
    ...{ name: ours(name), refType: "basic_conformity", conformity },
    declaration: conformity ? null : ours("No conformity is stated."),
  });
}

function ofTheItem({ content }: CertificateDocument): Maybe[] {
  const { as_found_missing: missing } = content;
  return [
    statementOf("Condition on receipt", content.condition_on_receipt),
    statementOf("Adjustment", ours(adjustmentWords[content.adjustment])),
    statementOf("Readings as found are missing", missing),
    conformityStatement("Conformity", content.conformity),
    conformityStatement("Conformity as found", content.as_found_conformity),
    content.next_due_on !== null &&
      statement({ name: ours("Next calibration"), date: content.next_due_on }),
  ];
}

function ofTheWork({ content }: CertificateDocument): Maybe[] {
  const { accreditation } = content.lab;
  return [
    accreditation &&
      statement({
        name: ours("Accreditation"),
        norm: "ISO/IEC 17025",
        reference: accreditation.number,
        link: accreditation.url,
        declaration: ours(`Accredited by ${accreditation.body}, number ${accreditation.number}.`),
      }),
    statementOf("Place of work", content.performed_address),
    statementOf("Deviations from the method", content.deviations),
    statementOf("External providers", content.external_providers),
    ...content.concessions.map(({ gate, reason, granted_by, expires_on }) =>
      statement({
        name: ours("Concession"),
        declaration: ours(
          `A concession on ${gate} was granted by ${granted_by} until ${expires_on}. Reason: ${reason}`,
        ),
        date: expires_on,
      }),
    ),
    content.opinion !== null &&
      statement({
        name: ours("Opinion"),
        declaration: content.opinion,
        reference: content.opinion_by,
      }),
  ];
}

/** What binds the file to the document that was signed. */
function ofTheIssue({ issue }: CertificateDocument): Maybe[] {
  const { content_sha256: digest, ledger_seq: seq, ledger_head: head } = issue;
  return [
    issue.amendment_reason !== null &&
      statement({
        name: ours("Reason of the revision"),
        refType: "basic_revision",
        declaration: issue.amendment_reason,
      }),
    ...issue.changes.map((change) =>
      statement({ name: ours("Change"), refType: "basic_revision", declaration: change }),
    ),
    statement({
      name: ours("Verification"),
      link: issue.verify_url,
      reference: digest,
      declaration: ours(
        `The SHA-256 of what was signed is ${digest}. The ledger's entry before is ${seq}, with ${head}.`,
      ),
    }),
  ];
}

/** The statements of a certificate. */
export function statements(document: CertificateDocument): XmlNode | null {
  const { content } = document;
  return listOf("dcc:statements", [
    statement({ name: ours("Title"), declaration: content.title }),
    ...content.statements.map(({ key, text: said }) =>
      statement({
        name: ours(statementNames[key]),
        declaration: said,
        ...(key === "traceability" ? { refType: "basic_metrologicallyTraceableToSI" } : {}),
      }),
    ),
    ...content.rules.map(ruleStatement),
    ...ofTheItem(document),
    ...ofTheWork(document),
    ...ofTheIssue(document),
    ...otherUnits(content).map((unit) => statement({ name: ours("Unit outside of the SI"), unit })),
  ]);
}
