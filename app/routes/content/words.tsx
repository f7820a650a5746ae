import { serviceTypeWords } from "#app/shared/person-words.ts";
import type { Filter } from "#app/ui/list-page.tsx";
import { Badge } from "#app/ui/page.tsx";

export const audiences = [
  { value: "public", label: "Public" },
  { value: "admin", label: "Admins" },
  { value: "user", label: "Users" },
];
export const placements = [
  { value: "landing", label: "Landing page" },
  { value: "app", label: "In the app" },
  { value: "login", label: "Sign-in page" },
];
export const labelIn = (choices: readonly { value: string; label: string }[], value: string) =>
  choices.find((choice) => choice.value === value)?.label ?? value;

export const activeFilter: Filter = {
  key: "active",
  label: "Active",
  options: [
    { value: "yes", label: "Active" },
    { value: "no", label: "Inactive" },
  ],
};

/** For which kinds of company something is. */
export const serviceTypesText = (types: readonly number[]): string =>
  types.length === serviceTypeWords.length
    ? "All"
    : types.map((type) => serviceTypeWords[type]).join(", ");

/** Whether something is shown, and why not. */
export function ShownBadge({ isActive, lacks }: { isActive: boolean; lacks?: string | null }) {
  if (!isActive)
    return (
      <Badge tone="hold" icon="pause">
        Inactive
      </Badge>
    );
  return lacks ? (
    <Badge tone="amber" icon="alert">
      {lacks}
    </Badge>
  ) : (
    <Badge tone="in-date" icon="ok" calm>
      Active
    </Badge>
  );
}
