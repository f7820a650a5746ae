import { versionWords } from "#app/shared/flows/procedures.ts";
import type { IconName } from "#app/ui/icon.tsx";
import { Badge, type Tone } from "#app/ui/page.tsx";

const looks = {
  draft: ["hold", "edit"],
  in_review: ["amber", "eye"],
  active: ["in-date", "ok"],
  withdrawn: ["hold", "archive"],
} as const satisfies Record<keyof typeof versionWords, readonly [Tone, IconName]>;

/** The state of a version; with its number among several. */
export function VersionBadge({
  status,
  number,
}: {
  status: keyof typeof versionWords;
  number?: number;
}) {
  const [tone, icon] = looks[status];
  const word = versionWords[status];
  return (
    <Badge tone={tone} icon={icon} calm={status === "active"}>
      {number === undefined ? word : `${word} v${number}`}
    </Badge>
  );
}
