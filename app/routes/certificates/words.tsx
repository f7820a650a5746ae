import type { Conformity } from "#app/shared/certificates/document.ts";
import { certificateWords } from "#app/shared/flows/certificate-reports.ts";
import type { IconName } from "#app/ui/icon.tsx";
import { Badge, type Tone } from "#app/ui/page.tsx";
import { verdictText } from "../procedures/figures.tsx";

type Status = keyof typeof certificateWords;
const looks: Readonly<Record<Status, readonly [Tone, IconName]>> = {
  draft: ["hold", "edit"],
  submitted: ["amber", "eye"],
  checked: ["amber", "clock"],
  approved: ["info", "ok"],
  issued: ["in-date", "cert"],
  superseded: ["hold", "archive"],
  voided: ["overdue", "cross"],
  cancelled: ["hold", "x"],
};

/** The state of a certificate. */
export function CertificateBadge({ status, calm }: { status: Status; calm?: boolean }) {
  const [tone, icon] = looks[status];
  return (
    <Badge tone={tone} icon={icon} {...(calm ? { calm } : {})}>
      {certificateWords[status]}
    </Badge>
  );
}

const conformities: readonly Conformity[] = [
  ...(["pass", "conditional_pass", "conditional_fail", "fail", "not_stated"] as const),
];
/** What a certificate says as a whole, to choose from. */
export const conformityChoices = conformities.map((value) => ({
  value,
  label: verdictText(value),
}));

export const adjustmentWords = {
  none: "Nothing was adjusted",
  adjusted: "Adjusted",
  repaired: "Repaired",
  adjusted_and_repaired: "Adjusted and repaired",
} as const;
export const placeWords = {
  laboratory: "In the laboratory",
  customer: "At the customer's",
  laboratoryBranch: "In a branch of the laboratory",
  customerBranch: "In a branch of the customer",
  other: "Elsewhere",
} as const;
export const levelWords = {
  status: "Number, state and dates",
  summary: "A summary",
  full: "The summary and the files",
} as const;
