import { disciplineText } from "#app/shared/calibration/disciplines.ts";
import {
  roleNames,
  roleText,
  type SignatureStanding,
  type Signing,
  standingOn,
} from "#app/shared/calibration/may-sign.ts";
import type { IconName } from "#app/shared/icon-names.ts";
import { Badge, type Tone } from "#app/ui/page.tsx";

export const roleChoices = Object.entries(roleNames).map(([value, label]) => ({ value, label }));

const standings: Record<SignatureStanding, readonly [Tone, IconName, string]> = {
  active: ["in-date", "ok", "Active"],
  not_yet: ["info", "clock", "Not valid yet"],
  expired: ["overdue", "alert", "Expired"],
  suspended: ["hold", "pause", "Suspended"],
  revoked: ["overdue", "cross", "Revoked"],
  archived: ["hold", "archive", "Archived"],
};

/** How a signature stands today. */
export function SignatureBadge({ signature, today }: { signature: Signing; today: string }) {
  const standing = standingOn(signature, today);
  const [tone, icon, word] = standings[standing];
  return (
    <Badge tone={tone} icon={icon} calm={standing === "active"}>
      {word}
    </Badge>
  );
}

export const rolesText = (roles: readonly string[]) => roles.map(roleText).join(", ");
export const disciplinesText = (disciplines: readonly string[]) =>
  disciplines.map(disciplineText).join(", ");
/** Parameters within the disciplines; none named are all of them. */
export const parametersText = (parameters: readonly string[]) =>
  parameters.length ? parameters.join(", ") : "All";
