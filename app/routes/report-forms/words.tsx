import { formVersionWords } from "#app/shared/flows/report-forms.ts";
import type { IconName } from "#app/ui/icon.tsx";
import { Badge, Tabs, type Tone } from "#app/ui/page.tsx";

const looks = {
  draft: ["hold", "edit"],
  published: ["in-date", "ok"],
  retired: ["hold", "archive"],
} as const satisfies Record<keyof typeof formVersionWords, readonly [Tone, IconName]>;

/** The state of a version; with its number among several. */
export function FormVersionBadge({
  status,
  number,
}: {
  status: keyof typeof formVersionWords;
  number?: number;
}) {
  const [tone, icon] = looks[status];
  const word = formVersionWords[status];
  return (
    <Badge tone={tone} icon={icon} calm={status === "published"}>
      {number === undefined ? word : `${word} v${number}`}
    </Badge>
  );
}

const tabs = [
  { label: "Forms", to: "/report/form/saved-templates" },
  { label: "Presets", to: "/report/saved-templates" },
] as const;
/** Forms, and what certificates start with. */
export const FormTabs = ({ current }: { current: (typeof tabs)[number]["to"] }) => (
  <Tabs label="Report forms" tabs={tabs.map((tab) => ({ ...tab, current: tab.to === current }))} />
);
