import { lazy, Suspense, useEffect, useState } from "react";
import { Form } from "react-router";
import { roomWords, whyNotTaken } from "#app/offline/room-words.ts";
import { prepareDevice, type Room, roomHere, takeRound } from "#app/offline/taking.ts";
import { plural } from "#app/shared/plural.ts";
import { MOST_DEVICES, MOST_LOOKED } from "#app/shared/rounds.ts";
import { sizeText } from "#app/shared/size-text.ts";
import { DateField } from "#app/ui/fields.tsx";
import { FormContext } from "#app/ui/form-context.ts";
import { useHydrated } from "#app/ui/hooks.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Note, PageHead, Panel, Readout } from "#app/ui/states.tsx";
import { locationChoices } from "#worker/domain/assets/choices.ts";
import { askedRound, todayOf } from "#worker/domain/rounds/asked.ts";
import { roundPreview } from "#worker/domain/rounds/package.ts";
import { isRefusal } from "#worker/refusals.ts";
import { sessionContext } from "#worker/web/context.ts";
import { ChoiceField } from "../assets/choice-field.tsx";
import type { Route } from "./+types/take";

const TakenRounds = lazy(() => import("#app/offline/taken-rounds.tsx"));

export async function loader({ request, context }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const params = new URL(request.url).searchParams;
  const isAsked = ["department", "ids", "due"].some((name) => params.get(name));
  const departments = await locationChoices(session);
  const values = {
    department: params.get("department") ?? "",
    ids: params.get("ids") ?? "",
    due: params.get("due") ?? "",
    until: params.get("until") ?? askedRound(new URLSearchParams(), todayOf(session)).until,
  };
  if (!isAsked) return { departments, values, preview: null, problem: null };
  try {
    const asked = askedRound(params, todayOf(session));
    return { departments, values, preview: await roundPreview(session, asked), problem: null };
  } catch (refusal) {
    if (!isRefusal(refusal, 422) && !isRefusal(refusal, 413)) throw refusal;
    const { message } = (await refusal.json()) as { message: string };
    return { departments, values, preview: null, problem: message };
  }
}

export const meta = () => [{ title: "Take a round along - Plumbline" }];

/** What to take along for work without a network: a Location or some devices, up to a day. */
export default function Take({ loaderData }: Route.ComponentProps) {
  const { departments, values, preview, problem } = loaderData;
  const isHydrated = useHydrated();
  const [picked, services] = [values.ids, values.due].map((ids) => ids.split(",").filter(Boolean));
  return (
    <div className="stack">
      <PageHead title="Take a round along" />
      <p className="muted">
        Devices, checklists and stock are kept on this phone or laptop, so that PM reports can be
        made without a network. At most {MOST_DEVICES} devices.
      </p>
      <FormContext value={fieldsWith(values)}>
        <Panel label="What to take along">
          <Form method="get" className="form form-2">
            {picked?.length || services?.length ? (
              <p>
                <input type="hidden" name="ids" value={values.ids} />
                <input type="hidden" name="due" value={values.due} />
                {services?.length
                  ? plural(
                      services.length,
                      "The device of 1 chosen planned service",
                      "The devices of {n} chosen planned services",
                    )
                  : plural(picked?.length ?? 0, "1 chosen device", "{n} chosen devices")}
              </p>
            ) : (
              <ChoiceField name="department" label="Location" options={departments} required />
            )}
            <DateField name="until" label="Due up to" required />
            <p>
              <button className="btn" type="submit">
                Show what it takes
              </button>
            </p>
          </Form>
        </Panel>
      </FormContext>
      {problem && <Note tone="overdue">{problem}</Note>}
      {preview?.isPartial && (
        <Note tone="amber">
          This is a large Location. Every PM that is due is found; other planned services are found
          for its first {MOST_LOOKED} devices. Choose the rest in Due Services.
        </Note>
      )}
      {preview?.devices === 0 && <Note tone="info">Nothing is due here by then.</Note>}
      {preview && preview.devices > 0 && (
        <>
          <Readout
            label="What it takes"
            figures={[
              { label: "Devices", value: preview.devices },
              { label: "Planned services", value: preview.occurrences },
              { label: "Size", value: sizeText(preview.bytes) },
            ]}
          />
          {isHydrated ? (
            <TakeIt key={preview.address} address={preview.address} />
          ) : (
            <noscript>
              <Note tone="amber">
                A round works without a network by scripts. Allow scripts for this page.
              </Note>
            </noscript>
          )}
        </>
      )}
      {isHydrated && (
        <Suspense>
          <TakenRounds />
        </Suspense>
      )}
    </div>
  );
}

const fieldsWith = (values: Record<string, string>) => ({
  ...{ id: "take", values, saved: values, errors: {}, busy: false },
  ...{ sending: undefined, isDraft: false, touch: () => {} },
});

function TakeIt({ address }: { address: string }) {
  const [room, setRoom] = useState<Room | null>(null);
  const [state, setState] = useState<"ready" | "taking">("ready");
  const [problem, setProblem] = useState("");
  useEffect(() => {
    void roomHere().then(setRoom);
  }, []);
  const take = async () => {
    setState("taking");
    setProblem("");
    try {
      await prepareDevice();
      location.assign(`/round/${await takeRound(address)}`);
    } catch (error) {
      setState("ready");
      setProblem(whyNotTaken(error));
    }
  };
  return (
    <div className="stack">
      {room && room !== "safe" && (
        <Note tone={room === "none" ? "overdue" : "amber"}>{roomWords[room]}</Note>
      )}
      {problem && (
        <div role="alert">
          <Note tone="overdue">{problem}</Note>
        </div>
      )}
      <p>
        <button
          className="btn btn-primary"
          type="button"
          disabled={state === "taking" || room === null || room === "none"}
          onClick={take}
        >
          <Icon name={state === "taking" ? "spin" : "dl"} spin={state === "taking"} />
          Take along
        </button>
      </p>
    </div>
  );
}
