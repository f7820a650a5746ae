import type { PaperDocument } from "#app/shared/certificates/document.ts";
import type { FieldGroup } from "#app/shared/certificates/form.ts";
import { dateText } from "#app/shared/dates.ts";
import { amendmentBox } from "./amendment.ts";
import { conformityRows } from "./conformity.ts";
import { BETWEEN, type Fact, factGrid, factList, ruledRows } from "./fact-rows.ts";
import { looks, type Pen } from "./pen.ts";
import { beside, gap, heading, heightOf, paragraph, type Strip } from "./strips.ts";
import { daysText, kindWords, placeWords } from "./words.ts";

/** A group of facts, half as wide as the page or as wide. */
type Panel = { isHalf: boolean; strips: (width: number) => Strip[] };

const AFTER = 7.5;

/** The groups of a block in their order; two halves that follow each other stand side by side. */
export function factStrips(
  pen: Pen,
  groups: readonly FieldGroup[],
  document: PaperDocument,
  width: number,
): Strip[] {
  const panels = groups.flatMap((group) => panelOf(pen, group, document) ?? []);
  const strips: Strip[] = [];
  for (let nth = 0; nth < panels.length; nth++) {
    const [one, next] = [panels[nth]!, panels[nth + 1]];
    const half = (width - BETWEEN) / 2;
    if (one.isHalf && next?.isHalf) {
      strips.push(beside([one.strips(half), next.strips(half)], [0, half + BETWEEN]), gap(AFTER));
      nth++;
    } else strips.push(...one.strips(width), gap(AFTER));
  }
  return strips;
}

function panelOf(pen: Pen, group: FieldGroup, document: PaperDocument): Panel | null {
  const { content } = document;
  const part = (isHalf: boolean, strips: Panel["strips"]): Panel => ({ isHalf, strips });
  switch (group) {
    case "customer":
      return content.customer ? part(true, (width) => customerStrips(pen, document, width)) : null;
    case "dates":
      return part(true, (width) => [
        ...heading(pen, "Dates and place", width),
        ...factList(pen, dateFacts(document), width),
      ]);
    case "item":
      return part(false, (width) => [
        ...heading(pen, itemWord(document), width),
        ...factGrid(pen, itemFacts(document), width),
      ]);
    case "references": {
      const facts = referenceFacts(document).filter(({ text }) => text);
      if (!facts.length) return null;
      return part(true, (width) => [
        ...heading(pen, "References", width),
        ...factList(pen, facts, width),
      ]);
    }
    case "method":
      return part(false, (width) => methodStrips(pen, document, width));
    case "conformity":
      return part(false, (width) => conformityStrips(pen, document, width));
    case "opinion":
      return content.opinion ? part(false, (width) => opinionStrips(pen, document, width)) : null;
    case "deviations":
      return part(false, (width) => deviationStrips(pen, document, width));
    case "external_providers":
      return content.external_providers
        ? part(false, (width) => [
            ...heading(pen, "External providers", width),
            ...paragraph(pen, content.external_providers!, width),
          ])
        : null;
    case "amendment":
      return document.issue.replaces || document.issue.revision_no
        ? part(false, (width) => [amendmentBox(pen, document, width)])
        : null;
    default:
      return null;
  }
}

const joined = (words: readonly (string | null)[], by = ", ") =>
  words.filter((word) => word).join(by) || null;

function customerStrips(pen: Pen, { content }: PaperDocument, width: number): Strip[] {
  const customer = content.customer!;
  const lines = [
    customer.site,
    joined([...customer.address, customer.country]),
    joined([customer.phone, customer.email]),
  ];
  return [
    ...heading(pen, "Customer", width),
    ...paragraph(pen, customer.name, width, looks.strong),
    ...lines.flatMap((line) => (line ? paragraph(pen, line, width) : [])),
    ...factList(pen, [{ name: "Customer no.", text: customer.consumer_no }], width),
  ];
}

function dateFacts({ content, issue }: PaperDocument): Fact[] {
  const { received_on, performed_from, performed_to, next_due_on } = content;
  return [
    { name: "Received", text: received_on && dateText(received_on) },
    { name: kindWords[content.kind].done, text: daysText(performed_from, performed_to) },
    { name: "Issued", text: dateText(issue.issued_on) },
    {
      name: "Place of work",
      text: joined([placeWords[content.performed_at], content.performed_address]),
    },
    {
      name: "Next due",
      text: next_due_on && `${dateText(next_due_on)}, as agreed`,
    },
  ];
}

const itemWord = ({ content }: PaperDocument) => `Item ${doneOf(content.kind)}`;
const doneOf = (kind: keyof typeof kindWords) =>
  kind === "pm_report" ? "maintained" : kindWords[kind].done.toLowerCase();

function itemFacts({ content }: PaperDocument): Fact[] {
  const { item } = content;
  return [
    { name: "Description", text: item.name },
    { name: "Make and model", text: joined([item.manufacturer, item.model], " ") },
    { name: "Serial number", text: item.serial_no },
    { name: "Number in the laboratory", text: item.machine_no },
    { name: "Customer's tag", text: item.customer_tag },
    { name: "Device code", text: item.device_code },
    { name: "Class, applied part", text: joined([item.electrical_class, item.applied_part]) },
    { name: "Software", text: item.firmware },
    { name: "Accessories", text: item.accessories },
    { name: "Year of make", text: item.year_of_make === null ? null : String(item.year_of_make) },
    { name: "Location", text: item.location },
    { name: "Condition on receipt", text: content.condition_on_receipt },
  ];
}

const referenceFacts = ({ content }: PaperDocument): Fact[] => [
  { name: "Scheme number", text: content.scheme_no },
  { name: "Job", text: content.job_no },
  { name: "Request", text: content.request_no },
  { name: "Purchase order", text: content.po_no },
];

function methodStrips(pen: Pen, { content }: PaperDocument, width: number): Strip[] {
  const { code, title, version_no, method_reference } = content.procedure;
  return [
    ...heading(pen, "Method", width),
    ...paragraph(pen, `Procedure ${code}, version ${version_no}: ${title}.`, width),
    ...paragraph(pen, method_reference, width),
  ];
}

/** So high a part stays on one page, in points. */
const MOST_TOGETHER = 220;

function conformityStrips(pen: Pen, document: PaperDocument, width: number): Strip[] {
  const rows = ruledRows(pen, conformityRows(document), width);
  const last = rows.length - 1;
  return [
    ...heading(pen, "Statement of conformity and decision rule", width),
    ...(heightOf(rows) > MOST_TOGETHER
      ? rows
      : rows.map((row, nth) => ({ ...row, holds: nth < last }))),
  ];
}

function opinionStrips(pen: Pen, { content }: PaperDocument, width: number): Strip[] {
  const { opinion, opinion_by } = content;
  return [
    ...heading(pen, "Opinions and interpretations", width),
    ...paragraph(pen, opinion!, width),
    ...(opinion_by ? paragraph(pen, `Opinion of ${opinion_by}`, width, looks.small) : []),
  ];
}

function deviationStrips(pen: Pen, { content }: PaperDocument, width: number): Strip[] {
  const { deviations, concessions } = content;
  const granted = concessions.map(({ gate, reason, granted_by, expires_on }) => ({
    name: "Concession",
    text: `${gate}: ${reason}. Granted by ${granted_by}, until ${dateText(expires_on)}.`,
  }));
  return [
    ...heading(pen, "Deviations from the method, additions and exclusions", width),
    ...paragraph(pen, deviations || "None.", width),
    ...(granted.length ? [gap(3), ...ruledRows(pen, granted, width)] : []),
  ];
}
