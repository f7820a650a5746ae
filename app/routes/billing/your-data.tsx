import { numberText } from "#app/shared/numbers.ts";
import { plural } from "#app/shared/plural.ts";
import { sizeText } from "#app/shared/size-text.ts";
import { PlainForm, SubmitButton } from "#app/ui/form.tsx";
import { useFormat } from "#app/ui/format.ts";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { Badge, Panel, type Tone } from "#app/ui/page.tsx";
import { TimeText } from "#app/ui/time.tsx";
import { useSender } from "#app/ui/use-sender.ts";
import type { ShownExport } from "#worker/domain/company-export/exports.ts";
import type { FormResult } from "#worker/web/forms.ts";
import "#app/css/your-data.css";

const looks: Record<ShownExport["status"], [Tone, IconName, string]> = {
  queued: ["hold", "clock", "Waiting"],
  running: ["info", "refresh", "Being put together"],
  ready: ["in-date", "ok", "Ready"],
  failed: ["overdue", "alert", "Failed"],
  expired: ["hold", "clock", "No longer kept"],
};

type Props = { exports: readonly ShownExport[]; actionData: FormResult | undefined };

/** Everything the company has entered, to be taken away: asked for here, made in the background. */
export function YourData({ exports, actionData }: Props) {
  const { fetcher, problem } = useSender(actionData, "export-data");
  const isAtWork = exports.some(({ status }) => status === "queued" || status === "running");
  return (
    <Panel title="Your data" id="your-data">
      <div className="stack">
        <p className="muted">
          Everything your company has entered, one file of JSON lines a kind of record, in one ZIP
          file. Pictures and documents are listed in it with their size and hash; passwords,
          sessions and links that let somebody in are not part of it. It can be taken for 7 days, by
          Admins alone, and each time is kept in the activity log.
        </p>
        {exports.length > 0 && (
          <ul className="your-data">
            {exports.map((one) => (
              <li key={one.id}>
                <One of={one} />
              </li>
            ))}
          </ul>
        )}
        {isAtWork ? (
          <p>You get a letter when it is ready. Reload this page to see how far it is.</p>
        ) : (
          <PlainForm fetcher={fetcher} problem={problem} className="stack" id="export-data">
            <input type="hidden" name="intent" value="export-data" />
            <div>
              <SubmitButton tone="plain">
                {exports[0]?.status === "failed" ? "Try again" : "Put my data together"}
              </SubmitButton>
            </div>
          </PlainForm>
        )}
      </div>
    </Panel>
  );
}

/** One set: how far it is, or until when it can be taken. */
function One({
  of: { id, status, rows, bytes, error, createdAt, readyUntil },
}: {
  of: ShownExport;
}) {
  const { locale } = useFormat();
  const [tone, icon, word] = looks[status];
  return (
    <>
      <Badge tone={tone} icon={icon}>
        {word}
      </Badge>
      <span>
        Asked for <TimeText at={createdAt} />
      </span>
      {rows > 0 && (
        <span className="num">
          {plural(rows, "1 record", "{n} records", numberText(rows, locale))}
        </span>
      )}
      {error && <span>{error}</span>}
      {status === "ready" && (
        <>
          <span>
            Until <TimeText at={readyUntil} />
          </span>
          <a className="btn btn-sm" href={`/settings/export/${id}`} download>
            <Icon name="dl" />
            {`Download, about ${sizeText(bytes)}`}
          </a>
        </>
      )}
    </>
  );
}
