import { freshTicket, reportForm } from "#tests/support/report.ts";
import type { Place } from "../place.ts";
import type { Row } from "../run.ts";
import { photo } from "../works/work.ts";
import { works } from "../works.ts";
import { looked, paged, worked } from "./tried-works.ts";

/** The address of a photo of a report. */
async function photoAt({ admin, device }: Place): Promise<string> {
  const form = reportForm({ service_ticket: freshTicket() }, [], photo());
  const path = `/api/service-report/create/${await device(admin)}`;
  const { data } = await admin.call("POST", path, form);
  const { data: read } = await admin.call("GET", `/api/service-report/${data.id}`);
  return `/media/${read.media}`;
}

/** A certificate is issued while no file can be put: it is drawn as soon as that goes again. */
const drawn: Row = {
  fault: "R2 takes no file",
  async run(place) {
    const { lab } = place;
    const { send, found } = await works.issue.begin(place);
    await place.faults([{ at: "r2", how: "down", does: "put" }]);
    const { status } = await send();
    await place.tick();
    const states = () =>
      lab.shard.value<number>(
        "select count(*) from certificate_reports where company_id = ?1 and status = 'issued' and render_state <> 'done'",
      );
    const waiting = await states();
    const struck = await place.well();
    // What failed for good rests for an hour.
    await lab.shard.run("update company_jobs set lease_until = 0 where company_id = ?1");
    await place.tick();
    const { times } = await found();
    const left = await states();
    return [
      {
        ...{ fault: "R2 takes no file", did: "A certificate is issued and drawn by a job" },
        saw: `${status}: it is issued, and its files are being made`,
        checked: "It is drawn when the job comes again",
        wrong: [
          ...(struck ? [] : ["the fault never struck"]),
          ...(status === 200 && times === 1 ? [] : [`issued ${times} times, with ${status}`]),
          ...(waiting ? [] : ["it was drawn without a store"]),
          ...(left ? [`${left} are not drawn`] : []),
        ],
      },
    ];
  },
};

/** Faults of the object store. */
export const fileRows: readonly Row[] = [
  worked(
    {
      fault: "R2 takes no file",
      faults: [{ at: "r2", how: "down", does: "put" }],
      answer: "done",
    },
    ["create", "page", "edit"],
    true,
  ),
  worked(
    {
      fault: "R2 is given other bytes than were sent: the hash differs",
      faults: [{ at: "r2", how: "altered", does: "put" }],
      answer: "done",
    },
    ["create", "page", "edit"],
    true,
  ),
  worked(
    {
      fault: "R2 hangs when a file is put",
      faults: [{ at: "r2", how: "hangs", does: "put" }],
      answer: "done",
    },
    ["create", "edit"],
  ),
  looked(
    {
      fault: "R2 gives no file",
      faults: [{ at: "r2", how: "down", does: "get" }],
      ...{ did: "A photo is opened", look: paged(photoAt) },
    },
    true,
  ),
  looked({
    fault: "R2 hangs when a file is read",
    faults: [{ at: "r2", how: "hangs", does: "get" }],
    ...{ did: "A photo is opened", look: paged(photoAt) },
  }),
  drawn,
];
