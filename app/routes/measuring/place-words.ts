import type { OwnField } from "#app/shared/certificates/own-fields.ts";
import { parametersOf } from "#app/shared/measuring/evaluated.ts";
import { lineName } from "#app/shared/measuring/gates-of-lines.ts";
import type { DraftPlace } from "#app/shared/measuring/merging.ts";
import type { MeasuringSetup } from "#app/shared/measuring/setup.ts";
import { plural } from "#app/shared/plural.ts";

/** The fields beside the results, of certificates and of calibrations in house. */
const headWords: Readonly<Record<string, string>> = {
  ...{ title: "Title", consumerSiteId: "Site", jobNo: "Job no", requestNo: "Request no" },
  ...{ poNo: "PO no", schemeNo: "Number of the accreditation scheme", receivedOn: "Received on" },
  ...{ conditionOnReceipt: "Condition on receipt", calStartOn: "Calibrated from" },
  ...{ calEndOn: "Calibrated to", performedAt: "Performed", performedOn: "Date" },
  ...{ performedAddress: "Address of the work", decisionRuleId: "Decision rule" },
  ...{ adjustment: "Adjustment", asFoundMissing: "Why there are no readings before" },
  ...{ deviations: "Deviations from the method", externalProviders: "External providers" },
  ...{ opinion: "Opinion", opinionBy: "Opinion by", nextDueOn: "Next due", cost: "Cost" },
  ...{ publicLevel: "Public check shows", accredited: "Accredited calibration" },
  ...{ showDue: "Print the next due date", reportFormId: "Report form" },
  ...{ technicianId: "Technician", outcome: "Outcome", outcomeReason: "Reason" },
  ...{ contactOnSite: "Contact on site", action: "Action", supply: "Supply" },
  ...{ dueOccurrenceId: "Planned calibration", serviceReportId: "Service report" },
  ...{ electricalClass: "Electrical class", appliedPart: "Applied part" },
};
const ids = new Set([
  ...["consumerSiteId", "decisionRuleId", "reportFormId", "technicianId"],
  ...["dueOccurrenceId", "serviceReportId"],
]);
const flags = new Set(["accredited", "showDue"]);

type Setup = Pick<MeasuringSetup, "content" | "device" | "rules" | "standards">;

/** What a place of a draft is called. @param fields that a report's form asks for */
export function placeWords(
  { content, device }: Setup,
  place: DraftPlace,
  fields: readonly Pick<OwnField, "key" | "label">[],
): string {
  const parameterCalled = (key: string) =>
    content.parameters.find((one) => one.key === key)?.name ?? key;
  const lineCalled = (key: string) => {
    for (const { parameter, lines } of parametersOf({ content, device }))
      for (const line of lines)
        if (line.key === key) return lineName({ parameter, line, dataset: "as_found" }, false);
    return key;
  };
  switch (place.of) {
    case "head":
      return headWords[place.name] ?? place.name;
    case "standards":
      return "Standards";
    case "attachments":
      return "Attachments";
    case "own":
      return fields.find(({ key }) => key === place.key)?.label ?? place.key;
    case "range":
      return `Range of ${parameterCalled(place.key)}`;
    case "reading": {
      const set = place.dataset === "as_found" ? "as found" : "as left";
      const side = place.side === "reference" ? "standard" : "device";
      return `${lineCalled(place.line)}, ${set}, ${side}, reading ${place.at + 1}`;
    }
    case "adjusted":
      return `${parameterCalled(place.key)} was adjusted`;
    case "bothSides":
      return `Both sides of ${parameterCalled(place.key)} are read`;
    case "notMeasured":
      return `Why ${lineCalled(place.key)} is not measured`;
    case "check": {
      const name = content.checks.find(({ key }) => key === place.key)?.name ?? place.key;
      return place.part === "remark" ? `Remark on ${name}` : name;
    }
    case "environment": {
      const quantity = content.environment[place.at]?.quantity ?? String(place.at + 1);
      return `${quantity}, ${place.end === "first" ? "first reading" : "last reading"}`;
    }
    case "acclimatised":
      return "Stood for";
  }
}

/** What is written at a place, as people read it: what is chosen from a list by its name, where this page knows it. */
export function writtenWords(setup: Setup, place: DraftPlace, text: string): string {
  if (place.of === "head" && flags.has(place.name)) return text ? "Yes" : "No";
  if (text === "") return "–";
  if (place.of === "attachments") return plural(text.split(", ").length, "1 file", "{n} files");
  if (place.of === "standards") {
    const named = text.split(", ").map((one) => {
      const id = one.split(" ").at(-1);
      return setup.standards.find(({ calibratorId }) => calibratorId === id)?.calibratorNo;
    });
    return named.every((name) => name !== undefined) ? named.join(", ") : "Other standards";
  }
  if (place.of === "head" && ids.has(place.name))
    return setup.rules.find(({ id }) => id === text)?.name ?? "Another choice";
  return text;
}
