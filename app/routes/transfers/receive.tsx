import { useMemo, useState } from "react";
import { Link, redirect } from "react-router";
import { documentOf } from "#app/shared/document-lines.ts";
import { ask } from "#app/ui/ask.ts";
import { TextArea } from "#app/ui/fields.tsx";
import { PlainForm, refusalOf, SubmitButton } from "#app/ui/form.tsx";
import { PageHead, Panel } from "#app/ui/page.tsx";
import { type ResolveCode, ScanButton, ScanContext } from "#app/ui/scanner.tsx";
import { newerOf, StaleNote } from "#app/ui/stale-note.tsx";
import { Version } from "#app/ui/version.tsx";
import { transferFlow } from "#worker/domain/transfers/flow.ts";
import { addPhoto } from "#worker/domain/transfers/photo.ts";
import { viewTransfer } from "#worker/domain/transfers/read.ts";
import type { Session } from "#worker/session.ts";
import { type Asked, actions, goesOn, stays, type Values } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/receive";
import { ArrivedLine } from "./arrived-line.tsx";
import { lineMoves } from "./words.tsx";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const transfer = await viewTransfer(context.get(sessionContext), params.id);
  const asked = new URL(request.url).searchParams.get("as") ?? "";
  const fitting = transfer.moves.filter(({ move, fits }) => fits && lineMoves.includes(move));
  const offer = fitting.find(({ move }) => move === asked) ?? fitting[0];
  // Somebody else was first, or it never came this far: its page says how it stands.
  if (!offer || offer.why !== null) throw redirect(`/asset-transfer/${params.id}`);
  const isBack = offer.move === "give-back";
  return {
    transfer,
    move: offer.move,
    label: offer.label,
    lines: transfer.lines.filter(({ status }) => !isBack || status === "accepted"),
  };
}

const lineCommand = (move: "receive" | "receive-directly" | "give-back") => ({
  run: ({ session, id }: Asked<Session>, values: Values) =>
    transferFlow.move(session, id, move, documentOf(values)),
  reply: goesOn((_, { id }) => `/asset-transfer/${id}`),
});

export { clientAction } from "#app/ui/sending.ts";
export const action = actions({
  receive: lineCommand("receive"),
  "receive-directly": lineCommand("receive-directly"),
  "give-back": lineCommand("give-back"),
  photo: {
    run: ({ session, visit, id, file }, { line = "" }) =>
      addPhoto(session, visit.env.MEDIA, id, line, file("photo")),
    reply: stays,
  },
});
export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `Receive ${loaderData?.transfer.number ?? "transfer"} - Plumbline` },
];

/** Receiving or giving back, line by line: on a phone each asset is scanned as it is lifted out. */
export default function ReceivePage({ loaderData, actionData }: Route.ComponentProps) {
  const { transfer, move, label, lines } = loaderData;
  const isBack = move === "give-back";
  const problem = refusalOf(actionData);
  const own = problem?.values?.intent === "photo" ? undefined : problem;
  const newer = newerOf(own?.data);
  const [seen, setSeen] = useState<readonly string[]>([]);
  const resolve = useMemo<ResolveCode>(
    () => (text) => ask(`/asset-transfer/scan/${transfer.id}`, { query: { text } }),
    [transfer.id],
  );
  const take = (lineId: string) => {
    setSeen((now) => [...now.filter((one) => one !== lineId), lineId]);
    const line = document.getElementById(`line-${lineId}`);
    line?.scrollIntoView({ block: "center" });
    line?.focus({ preventScroll: true });
  };
  const back = `/asset-transfer/${transfer.id}`;
  return (
    <div className="stack receive">
      <PageHead
        title={isBack ? `Give back ${transfer.number}` : `Receive ${transfer.number}`}
        crumbs={[
          { label: "Transfers", to: "/asset-transfers" },
          { label: transfer.number, to: back },
        ]}
        actions={
          <ScanContext value={resolve}>
            <ScanButton
              className="btn"
              text="Scan an asset"
              onFound={({ value }) => {
                take(value);
                return undefined;
              }}
            />
          </ScanContext>
        }
      />
      <p className="muted">
        {isBack
          ? "Say in which condition each asset comes back. It is where it stood before from then on."
          : "Accept each asset, or reject it and say what is wrong. An accepted one belongs here from then on, a rejected one stays where it was."}
      </p>
      <PlainForm id="receive" className="stack" guard problem={own} values={{}}>
        <input type="hidden" name="intent" value={move} />
        <Version of={transfer.version} newer={newer?.version} />
        {newer && <StaleNote newer={newer} />}
        <Panel flush title={isBack ? "What comes back?" : "What arrived?"}>
          <ul className="move-lines">
            {lines.map((line, at) => (
              <ArrivedLine
                key={line.id}
                line={line}
                at={at}
                isBack={isBack}
                isSeen={seen.includes(line.id)}
              />
            ))}
          </ul>
        </Panel>
        <TextArea name="reason" label="Note" maxLength={500} rows={2} />
        <div className="receive-foot">
          <Link className="btn" to={back}>
            Cancel
          </Link>
          <SubmitButton>{label}</SubmitButton>
        </div>
      </PlainForm>
    </div>
  );
}
