import { disciplineText } from "#app/shared/calibration/disciplines.ts";
import {
  roleNames,
  roleText,
  type SignatureStanding,
  type Signing,
  standingOn,
  standingWords,
} from "#app/shared/calibration/may-sign.ts";
import type { IconName } from "#app/shared/icon-names.ts";
import { Badge, type Tone } from "#app/ui/page.tsx";

export const roleChoices = Object.entries(roleNames).map(([value, label]) => ({ value, label }));

const looks: Record<SignatureStanding, readonly [Tone, IconName]> = {
  active: ["in-date", "ok"],
  not_yet: ["info", "clock"],
  expired: ["overdue", "alert"],
  suspended: ["hold", "pause"],
  revoked: ["overdue", "cross"],
  archived: ["hold", "archive"],
};

/** How a signature stands today. */
export function SignatureBadge({ signature, today }: { signature: Signing; today: string }) {
  const standing = standingOn(signature, today);
  const [tone, icon] = looks[standing];
  return (
    <Badge tone={tone} icon={icon} calm={standing === "active"}>
      {standingWords[standing]}
    </Badge>
  );
}

export const rolesText = (roles: readonly string[]) => roles.map(roleText).join(", ");
export const disciplinesText = (disciplines: readonly string[]) =>
  disciplines.map(disciplineText).join(", ");
/** Parameters within the disciplines; none named are all of them. */
export const parametersText = (parameters: readonly string[]) =>
  parameters.length ? parameters.join(", ") : "All";
