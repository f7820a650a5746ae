import { driftsOf, halfWidthOf } from "#app/shared/calibration/drift.ts";
import type {
  MeasuringSetup,
  ScopeEntry,
  SetupDevice,
  StandardRange,
  UsedStandard,
} from "#app/shared/measuring/setup.ts";
import type {
  consumerSites,
  consumers,
  machineModels,
  machines,
  measurementSets,
  procedures,
  procedureVersions,
  certificateReports as table,
} from "#drizzle/tenant/index.ts";
import type { Row } from "../../db/db.ts";
import { notFound } from "../../refusals.ts";
import { toLookUp } from "../calibration/safety-rivals.ts";
import type { HeadRead, RecordRead as Read } from "./record-reads.ts";

type History = Read[12];

/** Half the width of drift of each parameter and unit of a standard. */
function driftOf(history: History, calibratorId: string) {
  const ranges = history
    .filter((range) => range.calibratorId === calibratorId)
    .map(({ certificateId, certificateNo, calibratedOn, parameter, unit, points }) => ({
      ...{ certificateId, certificateNo, calibratedOn, parameter, unit, points },
      ...{ isInForce: false, driftKind: "from_history" as const, driftValue: null },
    }));
  const series = driftsOf(ranges);
  return (parameter: string, unit: string): number | null => {
    const widths = series
      .filter((one) => one.unit === unit && one.parameter.toLowerCase() === parameter.toLowerCase())
      .flatMap((one) => halfWidthOf(one) ?? []);
    return widths.length > 0 ? Math.max(...widths) : null;
  };
}

function standardsOf(read: Read): UsedStandard[] {
  const [standards, certificates, ranges, history] = [read[9], read[10], read[11], read[12]];
  return standards.map((standard) => {
    const certificate = certificates.find(({ id }) => id === standard.calibratorCertificateId);
    const drift = driftOf(history, standard.calibratorId);
    const { calibratorId, role, calibratorNo, name, serialNo, status, heldDuring: held } = standard;
    const { id: _, ...said } = certificate ?? { id: "" };
    return {
      ...{ calibratorId, role, calibratorNo, name, serialNo, status },
      certificateId: standard.calibratorCertificateId,
      heldDuring: Boolean(held),
      certificate: certificate ? (said as UsedStandard["certificate"]) : null,
      ranges: ranges
        .filter((range) => range.calibratorCertificateId === standard.calibratorCertificateId)
        .map(({ calibratorCertificateId: __, calibratorId: ___, ...range }) => ({
          ...range,
          historyDrift: drift(range.parameter, range.unit),
        })) as StandardRange[],
    };
  });
}

/** A certificate with what it is about. */
export type CertificateHead = {
  certificate: Row<typeof table>;
  set: Row<typeof measurementSets>;
  version: Row<typeof procedureVersions>;
  procedure: Row<typeof procedures>;
  machine: Row<typeof machines>;
  model: Row<typeof machineModels>;
  consumer: Row<typeof consumers> | null;
  site: Row<typeof consumerSites> | null;
};

/** A certificate with all that it is reckoned from. */
export type CertificateRecord = CertificateHead & {
  /** What was agreed with the consumer; null for one's own device. */
  agreed: { rule: boolean; interval: boolean } | null;
  standards: Read[9];
  setup: MeasuringSetup;
};

/** Puts together what `headReads` read. @throws Response 404 */
export function headOf(read: HeadRead): CertificateHead {
  const [[row], [set], [version], [procedure], [machine], [model], [consumer], [site]] = read;
  const certificate = row ?? notFound("certificate");
  return {
    ...{ certificate, set: set!, version: version!, procedure: procedure! },
    ...{ machine: machine!, model: model!, consumer: consumer ?? null, site: site ?? null },
  };
}

/** What of a machine decides limits, ranges and resolutions: its own, else its model's. */
export const deviceOf = ({
  machine,
  model,
}: Pick<CertificateHead, "machine" | "model">): SetupDevice => ({
  parameters: machine.parameters ?? model.parameters,
  electricalClass: machine.electricalClass ?? model.electricalClass,
  appliedPart: machine.appliedPart ?? model.appliedPart,
  supply: machine.supply ?? model.supply,
});

const onsite = new Set(["customer", "customerBranch", "other"]);

/** Puts together what `recordReads` read. @throws Response 404 */
export function recordOf(read: Read): CertificateRecord {
  const head = headOf(read);
  const { certificate, consumer, version } = head;
  const [[review], standards] = [read[8], read[9]];
  const [rules, scope, limits] = [read[13], read[14], read[15]];
  return {
    ...head,
    agreed: certificate.consumerId
      ? {
          rule: Boolean(review?.decisionRuleId ?? consumer?.defaultDecisionRuleId),
          interval: Boolean(review?.intervalAgreed || consumer?.intervalOnCertificate),
        }
      : null,
    standards,
    setup: {
      content: version.content,
      device: deviceOf(head),
      standards: standardsOf(read),
      rules,
      ruleId: certificate.decisionRuleId,
      scope: certificate.accredited ? (scope as ScopeEntry[]) : null,
      place: onsite.has(certificate.performedAt) ? "onsite" : "permanent",
      limits: limits.map(toLookUp),
      on: certificate.calEndOn,
    },
  };
}
