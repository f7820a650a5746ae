import type { MeasuringSetup, ScopeEntry, SetupDevice } from "#app/shared/measuring/setup.ts";
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
import { usedStandards } from "../measurement/used-standards.ts";
import type { HeadRead, RecordRead as Read } from "./record-reads.ts";

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
      standards: usedStandards([read[9], read[10], read[11], read[12]]),
      rules,
      ruleId: certificate.decisionRuleId,
      scope: certificate.accredited ? (scope as ScopeEntry[]) : null,
      place: onsite.has(certificate.performedAt) ? "onsite" : "permanent",
      limits: limits.map(toLookUp),
      on: certificate.calEndOn,
    },
  };
}
