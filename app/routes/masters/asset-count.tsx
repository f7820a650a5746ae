import { Link } from "react-router";

type Props = {
  n: number | null;
  /** The list of these assets, as far as the person sees them. */
  to: string;
  /** The person sees some Locations only: the count of all is not theirs. */
  limited: boolean | undefined;
};

/** How many assets a master has. */
export const AssetCount = ({ n, to, limited }: Props) => (
  <Link to={to}>{n === null && limited ? "Show" : (n ?? 0)}</Link>
);
