import { dateText } from "../../dates.ts";
import type { PaperDocument } from "../document.ts";
import type { FieldGroup } from "../form.ts";
import { conformityRows } from "./conformity.ts";
import type { Fact, Part } from "./parts.ts";
import { daysText, kindWords, placeWords } from "./words.ts";

/** A group of facts, half as wide as the page or as wide. */
export type FactPanel = { group: FieldGroup; isHalf: boolean; parts: Part[] };

/** The groups of a block that have something to say, in their order; the laboratory and the title have their own places. */
export const factPanels = (groups: readonly FieldGroup[], document: PaperDocument): FactPanel[] =>
  groups.flatMap((group) => {
    const parts = partsOf(group, document);
    return parts ? [{ group, isHalf: halves.has(group), parts }] : [];
  });

const halves: ReadonlySet<FieldGroup> = new Set(["customer", "dates", "references"]);

function partsOf(group: FieldGroup, document: PaperDocument): Part[] | null {
  const { content, issue } = document;
  switch (group) {
    case "customer":
      return content.customer ? customerParts(document) : null;
    case "dates":
      return [
        { is: "heading", text: "Dates and place" },
        { is: "list", facts: dateFacts(document) },
      ];
    case "item":
      return [
        { is: "heading", text: itemWord(document) },
        { is: "grid", facts: itemFacts(document) },
      ];
    case "references": {
      const facts = referenceFacts(document).filter(({ text }) => text);
      return facts.length
        ? [
            { is: "heading", text: "References" },
            { is: "list", facts },
          ]
        : null;
    }
    case "method":
      return methodParts(document);
    case "conformity":
      return [
        { is: "heading", text: "Statement of conformity and decision rule" },
        { is: "ruled", facts: conformityRows(document), isTogether: true },
      ];
    case "opinion":
      return content.opinion ? opinionParts(document) : null;
    case "deviations":
      return deviationParts(document);
    case "external_providers":
      return content.external_providers
        ? [
            { is: "heading", text: "External providers" },
            { is: "text", text: content.external_providers },
          ]
        : null;
    case "amendment":
      return issue.replaces || issue.revision_no ? [{ is: "amendment" }] : null;
    default:
      return null;
  }
}

const joined = (words: readonly (string | null)[], by = ", ") =>
  words.filter((word) => word).join(by) || null;

function customerParts({ content }: PaperDocument): Part[] {
  const customer = content.customer!;
  const lines = [
    customer.site,
    joined([...customer.address, customer.country]),
    joined([customer.phone, customer.email]),
  ];
  return [
    { is: "heading", text: "Customer" },
    { is: "text", text: customer.name, look: "strong" },
    ...lines.flatMap((text): Part[] => (text ? [{ is: "text", text }] : [])),
    { is: "list", facts: [{ name: "Customer no.", text: customer.consumer_no }] },
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

function methodParts({ content }: PaperDocument): Part[] {
  const { code, title, version_no, method_reference } = content.procedure;
  return [
    { is: "heading", text: "Method" },
    { is: "text", text: `Procedure ${code}, version ${version_no}: ${title}.` },
    { is: "text", text: method_reference },
  ];
}

function opinionParts({ content }: PaperDocument): Part[] {
  const { opinion, opinion_by } = content;
  return [
    { is: "heading", text: "Opinions and interpretations" },
    { is: "text", text: opinion! },
    ...(opinion_by
      ? [{ is: "text" as const, text: `Opinion of ${opinion_by}`, look: "small" as const }]
      : []),
  ];
}

function deviationParts({ content }: PaperDocument): Part[] {
  const { deviations, concessions } = content;
  const granted = concessions.map(({ gate, reason, granted_by, expires_on }) => ({
    name: "Concession",
    text: `${gate}: ${reason}. Granted by ${granted_by}, until ${dateText(expires_on)}.`,
  }));
  return [
    { is: "heading", text: "Deviations from the method, additions and exclusions" },
    { is: "text", text: deviations || "None." },
    ...(granted.length ? [{ is: "ruled" as const, facts: granted }] : []),
  ];
}
