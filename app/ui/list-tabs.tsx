import { useLocation } from "react-router";
import { countText } from "#app/shared/numbers.ts";
import { useFormat } from "./format.ts";
import { listUrl } from "./list-url.ts";
import { Tabs } from "./page.tsx";

type Props = {
  label: string;
  tab: string;
  /** Where the tabs were counted no further than this. */
  most?: number;
  tabs: readonly { key: string; label: string; count: number | null }[];
};

/** The tabs of a list of documents, each with how many it holds; they keep its search and filters. */
export function ListTabs({ label, tab, tabs, most = Number.MAX_SAFE_INTEGER }: Props) {
  const { locale } = useFormat();
  const at = useLocation();
  return (
    <Tabs
      label={label}
      tabs={tabs.map(({ key, label: text, count }, place) => ({
        label: text,
        to: listUrl(at, { tab: place === 0 ? null : key, sort: null, dir: null }),
        current: key === tab,
        ...(count === null ? {} : { count: countText(count, locale, most) }),
      }))}
    />
  );
}
