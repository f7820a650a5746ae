import { Link } from "react-router";
import { posterSteps, posterWords } from "#app/shared/poster-words.ts";
import { Icon } from "#app/ui/icon.tsx";
import { PrintDesk } from "#app/ui/slip.tsx";
import { Note } from "#app/ui/states.tsx";
import { posterOf } from "#worker/domain/masters/poster.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/poster";

export async function loader({ context, params }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  return {
    poster: await posterOf(session, params.id),
    pdf: `/departments/poster/${params.id}/pdf`,
    maySet: session.can("view-settings"),
  };
}

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `Poster ${loaderData?.poster.location ?? ""} - Plumbline` },
];

/** A sheet for the wall of a ward: how a problem is reported there. Always light, A4 or Letter. */
export default function PosterPage({ loaderData: { poster, pdf, maySet } }: Route.ComponentProps) {
  const { company, location, place, pin, phone, isTaken } = poster;
  return (
    <PrintDesk
      back={
        <Link className="btn btn-ghost" to="/departments">
          <Icon name="left" />
          Locations
        </Link>
      }
      pdf={pdf}
      note={
        !isTaken && (
          <Note tone="amber">
            Problems cannot be reported by labels at present.{" "}
            {maySet && <Link to="/settings#settings-device">Settings, Public device page</Link>}
          </Note>
        )
      }
    >
      <article className="slip poster">
        <header className="slip-head">
          <div>
            <div className="co">{company}</div>
            <p className="poster-at">{location}</p>
            {place && <small>{place}</small>}
          </div>
        </header>
        <h1>{posterWords.title}</h1>
        <p className="poster-lead">{posterWords.lead}</p>
        <ol className="poster-steps">
          {posterSteps(pin).map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <dl className="poster-facts">
          {pin && (
            <div>
              <dt>{posterWords.pin}</dt>
              <dd className="code">{pin}</dd>
            </div>
          )}
          {phone && (
            <div>
              <dt>{posterWords.phone}</dt>
              <dd>{phone}</dd>
            </div>
          )}
        </dl>
      </article>
    </PrintDesk>
  );
}
