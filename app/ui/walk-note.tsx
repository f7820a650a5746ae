import { numberText } from "#app/shared/numbers.ts";
import { useFormat } from "./format.ts";

type Props = {
  /** What they are called, several of them: "assets". */
  things: string;
  /** What was asked for when too many match to be sorted by it. */
  unsorted: { by: string; most: number } | null;
  /** How many were looked through for a page that they did not fill. */
  walked: number | null;
  /** What the orders are called: "code", "time left". */
  orders: Readonly<Record<string, string>>;
  /** The order they are in. */
  order: string;
};

/** Why rows are not in the order asked for, and why a page has fewer of them than fit. */
export function WalkNote({ things, unsorted, walked, orders, order }: Props) {
  const { locale } = useFormat();
  return (
    <>
      {unsorted &&
        `More than ${numberText(unsorted.most, locale)} ${things} are searched: too many to sort by ${orders[unsorted.by]}. They are listed by ${orders[order]}. Narrow the list to sort it. `}
      {walked !== null &&
        `${numberText(walked, locale)} ${things} were searched for this page. The next page searches on; another filter makes it faster.`}
    </>
  );
}
