import type { Choice } from "#app/shared/list.ts";
import { CheckList } from "#app/ui/check-list.tsx";
import { Panel } from "#app/ui/states.tsx";

/** The Locations a person is limited to. */
export type ScopeChoice = { options: Choice[]; chosen: string[]; hint: string };
export type ScopeChange = { from: string; to: string; isNarrower: boolean };

/** What another choice of Locations means; null when it is the same. */
export function scopeChange(
  { options, chosen }: ScopeChoice,
  now: readonly string[],
): ScopeChange | null {
  if (now.length === chosen.length && now.every((id) => chosen.includes(id))) return null;
  const named = (ids: readonly string[]) =>
    ids.length
      ? options
          .filter(({ value }) => ids.includes(value))
          .map(({ label }) => label)
          .join(", ")
      : "every Location";
  const isNarrower =
    now.length > 0 && (chosen.length === 0 || chosen.some((id) => !now.includes(id)));
  return { from: named(chosen), to: named(now), isNarrower };
}

export const ScopePanel = ({
  scope,
  onChosen,
}: {
  scope: ScopeChoice;
  onChosen: (ids: string[]) => void;
}) => (
  <Panel title="Locations">
    <input type="hidden" name="scoped" value="1" />
    <CheckList
      name="departments"
      label="Sees the assets of"
      hint={scope.hint}
      options={scope.options}
      defaultChosen={scope.chosen}
      onChosen={onChosen}
      none="No Locations yet"
    />
  </Panel>
);
