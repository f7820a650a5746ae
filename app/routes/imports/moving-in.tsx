import { Link } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import { EmptyState, PageHead, Panel } from "#app/ui/states.tsx";
import { type MovingInGuide, movingInGuide } from "#worker/domain/imports/presets/guide.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/moving-in";

export const loader = ({ context }: Route.LoaderArgs) => ({
  programs: movingInGuide(context.get(sessionContext)),
});
export const meta = () => [{ title: "Moving in - Plumbline" }];

/** How to bring a hospital's records over from another program. */
export default function MovingIn({ loaderData: { programs } }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        title="Moving in"
        crumbs={[{ label: "Import", to: "/imports" }, { label: "Moving in" }]}
      />
      {programs.length === 0 ? (
        <EmptyState
          title="Nothing to import"
          text="Bringing in a spreadsheet needs the right to add or change what is in it."
        />
      ) : (
        <div className="stack">
          <p className="quiet">
            Bring in locations, categories and suppliers first, then assets, then what was done on
            them. A list of your own comes in as well: its columns are known by their names.
          </p>
          {programs.map((program) => (
            <Panel key={program.name} title={program.name}>
              <div className="stack">
                <p>{program.how}</p>
                {program.query && (
                  <p>
                    <code>{program.query}</code>
                  </p>
                )}
                <p className="muted">Does not come over: {program.stays}</p>
                {program.lists.map((list) => (
                  <List key={list.name} list={list} />
                ))}
              </div>
            </Panel>
          ))}
        </div>
      )}
    </>
  );
}

function List({ list }: { list: MovingInGuide[number]["lists"][number] }) {
  const { name, title, kind, fielded, noted, notesLabel, left } = list;
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <div className="chips">
        <Link
          className="btn btn-sm"
          to={`/imports?kind=${kind.name}`}
          aria-label={`Import as ${kind.label}: ${title}`}
        >
          {`Import as ${kind.label}`}
        </Link>
        <a
          className="btn btn-sm"
          href={`/import-sample?preset=${name}`}
          aria-label={`Sample of ${title}`}
          download
        >
          <Icon name="dl" />
          Sample
        </a>
      </div>
      <details>
        <summary className="btn-link">{`Columns of ${title}`}</summary>
        <ul className="changes">
          {fielded.map(({ heading, label }) => (
            <li key={heading}>
              {heading}: <b>{label}</b>
            </li>
          ))}
          {noted.length > 0 && (
            <li>
              {noted.join(", ")}: <b>{notesLabel ? `lines in ${notesLabel}` : "left out"}</b>
            </li>
          )}
          {left.map(({ headings, why }) => (
            <li key={why} className="muted">{`Left out: ${headings.join(", ")}. ${why}.`}</li>
          ))}
        </ul>
      </details>
    </section>
  );
}
