import { Fragment } from "react";
import { timeText } from "#app/ui/time.tsx";
import { shownOutbox } from "#worker/mail/shown-outbox.ts";
import { visitContext } from "#worker/web/context.ts";
import type { Route } from "./+types/dev-outbox";

export const loader = async ({ context }: Route.LoaderArgs) => ({
  mails: await shownOutbox(context.get(visitContext)),
});
export const meta = () => [{ title: "Outbox - Plumbline" }];

/** Where no mail is sent, this shows what would have been. */
export default function DevOutbox({ loaderData }: Route.ComponentProps) {
  const { mails } = loaderData;
  return (
    <main className="main stack" id="main">
      <h1>Outbox</h1>
      {mails.length === 0 && <p className="muted">No mail yet.</p>}
      {mails.map((mail) => (
        <article key={mail.id} className="panel">
          <div className="panel-head">
            <h2>{mail.subject}</h2>
            <a
              className="btn btn-sm"
              href={`/dev/outbox/${mail.id}`}
              target="_blank"
              rel="noreferrer"
              aria-label={`${mail.subject}, as HTML`}
            >
              As HTML
            </a>
          </div>
          <div className="panel-body">
            <p className="muted">
              To {mail.to}, <time>{timeText(mail.createdAt, "UTC")}</time> UTC
            </p>
            {mail.text.split("\n").map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines of a fixed text
              <Fragment key={at}>
                {/^https?:\/\//.test(line) ? <a href={line}>{line}</a> : line}
                <br />
              </Fragment>
            ))}
          </div>
        </article>
      ))}
    </main>
  );
}
