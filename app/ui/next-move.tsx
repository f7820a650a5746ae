import { Link } from "react-router";
import type { Offer } from "#app/shared/flows/rules.ts";

type Props = { next: Pick<Offer, "label" | "why">; to: string };

/** The button of a record's next step, with why it is not this person's. */
export const NextMove = ({ next, to }: Props) =>
  next.why === null ? (
    <Link className="btn btn-primary" to={to} preventScrollReset>
      {next.label}
    </Link>
  ) : (
    <button className="btn btn-primary" type="button" disabled title={next.why}>
      {next.label}
      <span className="sr-only">{next.why}</span>
    </button>
  );
