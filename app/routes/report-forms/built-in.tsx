import { Link } from "react-router";
import { kindNames } from "#app/shared/certificates/forms/kinds.ts";
import { Icon } from "#app/ui/icon.tsx";

/** The forms that every laboratory has: to look at, and to begin one's own from. */
export const BuiltInForms = ({ mayCreate }: { mayCreate: boolean }) => (
  <section className="rf-built-in" aria-label="Built-in forms">
    {Object.entries(kindNames).map(([kind, name]) => (
      <div className="panel rf-card" key={kind}>
        <Icon name="cert" />
        <span>
          <b>{name}</b>
          <small className="muted">Built in</small>
        </span>
        <a
          className="btn btn-sm"
          href={`/report/form/built-in.pdf?kind=${kind}`}
          target="_blank"
          rel="noreferrer"
        >
          PDF
          <span className="sr-only">{`of ${name}`}</span>
        </a>
        {mayCreate && (
          <Link className="btn btn-sm" to={`/report/form/create?kind=${kind}`}>
            Copy
            <span className="sr-only">{name}</span>
          </Link>
        )}
      </div>
    ))}
  </section>
);
