import type { ShouldRevalidateFunctionArgs } from "react-router";
import type { FollowedCall } from "#app/shared/followed-call.ts";
import { refusalOf } from "#app/ui/form.tsx";
import { FormatContext, useFormat } from "#app/ui/format.ts";
import { Badge, Panel } from "#app/ui/page.tsx";
import { PublicFrame } from "#app/ui/public-frame.tsx";
import { Note } from "#app/ui/states.tsx";
import { ageText, TimeText } from "#app/ui/time.tsx";
import { visitContext } from "#worker/web/context.ts";
import { callAction, callPage } from "#worker/web/public-call.ts";
import type { Route } from "./+types/call";
import { useAnswered } from "./answered.ts";
import { AnswerPanel, intentOf, RemarkPanel } from "./call-forms.tsx";
import { wordsOf } from "./call-words.ts";

export const loader = async ({ params, context }: Route.LoaderArgs) => ({
  call: await callPage(context.get(visitContext), params.token),
  year: new Date().getUTCFullYear(),
});

export { clientActionOfMany as clientAction } from "#app/ui/sending.ts";
export const action = callAction;

/** What was refused because the call has moved on is shown with how it stands now. */
export const shouldRevalidate = ({
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) => formMethod === "POST" || defaultShouldRevalidate;

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: loaderData ? `Call ${loaderData.call.number}` : "Call" },
  { name: "robots", content: "noindex, nofollow" },
];

/** The states it went through, each with its time and how long it lasted. */
function Line({ line, now }: Pick<FollowedCall, "line" | "now">) {
  return (
    <Panel title="What happened">
      <ol className="timeline">
        {line.map(({ state, at }, nth) => {
          const next = line[nth + 1];
          return (
            <li key={at + state}>
              <b>{wordsOf(state).word}</b>{" "}
              <span className="muted">
                <TimeText at={at} />
                {next && <>, for {ageText(at, next.at)}</>}
                {!next && <>, {ageText(at, now)} ago</>}
              </span>
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}

const kinds = { problem: "Problem", remark: "Remark", again: "It still failed" } as const;

const Own = ({ own }: Pick<FollowedCall, "own">) => (
  <Panel title="What you wrote">
    <ol className="timeline">
      {own.map(({ kind, text, at }) => (
        <li key={`${kind} ${at}`}>
          <b>{kinds[kind]}</b>{" "}
          <span className="muted">
            <TimeText at={at} />
          </span>
          <p className="said">{text}</p>
        </li>
      ))}
    </ol>
  </Panel>
);

/** What whoever reported a call without an account sees of it, by their private link. */
export default function CallPage({ loaderData, actionData }: Route.ComponentProps) {
  const { call, year } = loaderData;
  const { number, device, company, status, rating, ratingNote, may, timeZone, dateFormat } = call;
  const { word, says, tone, icon } = wordsOf(status);
  const problem = refusalOf(actionData);
  const taken: Record<string, boolean> = {
    works: may.close,
    again: may.reopen,
    rate: may.rate && !may.close,
    remark: may.remark,
  };
  // A form that is gone, because the call moved on, cannot say why it was refused.
  const lost = problem && !taken[intentOf(problem)] ? problem.message : null;
  const format = useFormat();
  const answered = useAnswered<HTMLDivElement>(actionData);
  return (
    <FormatContext value={{ ...format, timeZone, dateFormat }}>
      <PublicFrame year={year} bob={false} hung={false}>
        <div className="device stack">
          <header className="device-head">
            {company && <p className="muted">{company}</p>}
            <h1>{device.name ?? "Your report"}</h1>
            <p className="muted">
              Call <span className="code">{number}</span>
              {device.place && <>, {device.place}</>}
            </p>
            <Badge tone={tone} icon={icon}>
              {word}
            </Badge>
            <p>{says}</p>
          </header>
          <div role="status" ref={answered} tabIndex={-1}>
            {actionData?.success && <Note tone="info">{actionData.message}</Note>}
            {lost && <Note tone="amber">{lost}</Note>}
          </div>
          {call.isReadOnly && (
            <Note tone="amber">
              Nothing can be sent here at present. Tell the department that looks after this device.
            </Note>
          )}
          <AnswerPanel call={call} problem={problem} />
          {rating !== null && (
            <Panel title="Your rating">
              <p>{`${rating} of 5`}</p>
              {ratingNote && <p className="said">{ratingNote}</p>}
            </Panel>
          )}
          <Line line={call.line} now={call.now} />
          <Own own={call.own} />
          <RemarkPanel call={call} problem={problem} />
        </div>
      </PublicFrame>
    </FormatContext>
  );
}
