import { Link } from "react-router";
import { dueKinds } from "#app/shared/due-standing.ts";
import { PlainForm, refusalOf, SubmitButton } from "#app/ui/form.tsx";
import { PageHead } from "#app/ui/page.tsx";
import { newerOf, StaleNote } from "#app/ui/stale-note.tsx";
import { Version } from "#app/ui/version.tsx";
import { type Preview, previewEdit } from "#worker/domain/due/preview.ts";
import { scheduleToEdit } from "#worker/domain/due/schedule-form.ts";
import { updateSchedule } from "#worker/domain/due/schedules.ts";
import { actions, goesOn, stays } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/edit";
import { ScheduleFields } from "./fields.tsx";
import { SchedulePreview } from "./preview.tsx";

export const loader = ({ params, context }: Route.LoaderArgs) =>
  scheduleToEdit(context.get(sessionContext), params.id);

export const action = actions({
  preview: {
    run: async ({ session, id }, { version: _, ...values }) => {
      const answer = await previewEdit(session, id, values);
      return { ...answer, data: { ...answer.data, typed: values } };
    },
    reply: stays,
  },
  save: {
    run: ({ session, id }, values) => updateSchedule(session, id, values),
    reply: goesOn<{ assetId: string }>(({ data }) => `/asset/detail/${data.assetId}?tab=schedule`),
  },
});
export const meta = () => [{ title: "Edit schedule - Plumbline" }];
type Answer = { success: boolean; data?: Preview & { typed: Record<string, unknown> } };

/**
 * A schedule is changed: where its dates change, those to come that nobody has touched are replaced. The interval and the next date of a
 * device's own plan stay in the form of the device.
 */
export default function EditSchedule({ loaderData: page, actionData }: Route.ComponentProps) {
  const problem = refusalOf(actionData);
  const answer = problem ? undefined : (actionData as Answer | undefined)?.data;
  const { device, version } = page;
  const back = `/asset/detail/${device.id}?tab=schedule`;
  const newer = newerOf(problem?.data);
  const values: Record<string, unknown> = { ...page.values, ...answer?.typed };
  return (
    <PlainForm guard id="schedule" className="stack" problem={problem} values={values}>
      <PageHead
        title={`Edit ${dueKinds[page.values.kind]} schedule`}
        crumbs={[
          { label: "All Assets", to: "/all-assets" },
          { label: <span className="code">{device.assetCode}</span>, to: back },
        ]}
        sticky
        actions={
          <>
            <Link className="btn" to={back}>
              Cancel
            </Link>
            {!page.isPlan && (
              <SubmitButton tone="plain" name="intent" value="preview">
                Preview
              </SubmitButton>
            )}
            <SubmitButton name="intent" value="save">
              Save schedule
            </SubmitButton>
          </>
        }
      />
      {newer && <StaleNote newer={newer} />}
      <Version of={version} newer={newer?.version} />
      <p className="muted">
        {page.isPlan
          ? `${device.assetCode} ${device.name}. Its window and team apply from the next date whose window is not open. What was done stays.`
          : `${device.assetCode} ${device.name}. Dates to come that nobody has touched are replaced where the interval, the first date or the window changes. What was done stays.`}
      </p>
      {answer && <SchedulePreview preview={answer} />}
      <ScheduleFields
        values={values}
        isNew={false}
        page={page}
        planOf={page.isPlan ? device.id : null}
      />
    </PlainForm>
  );
}
