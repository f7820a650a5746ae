import { Link } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import { Panel } from "#app/ui/states.tsx";

/** The company's data as a whole. @param hasSamples sample data is among it */
export function DataSection({ hasSamples }: { hasSamples: boolean }) {
  return (
    <>
      {hasSamples && (
        <Panel title="Sample data">
          <div className="stack">
            <p className="muted">
              Records that were made to look around with. What your own records use stays when they
              are removed.
            </p>
            <div>
              <Link className="btn" to="/dashboard?do=remove-samples">
                Remove sample data
              </Link>
            </div>
          </div>
        </Panel>
      )}
      <Panel title="Export all data">
        <div className="stack">
          <p className="muted">
            Everything your company has entered, one CSV file a kind of record, in one ZIP file.
            Pictures and documents are listed in it; passwords and sessions are not part of it. Each
            export is kept in the activity log.
          </p>
          <div>
            <a className="btn" href="/settings/export.zip" download>
              <Icon name="dl" />
              Export all data
            </a>
          </div>
        </div>
      </Panel>
    </>
  );
}
