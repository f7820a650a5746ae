/** What a laboratory's certificates cost: their lists, their issue and their paper. */
import type { CertificateDocument } from "../../app/shared/certificates/document.ts";
import { throughVite } from "../support/through-vite.ts";
import { figures, signIn } from "./client.ts";
import { seedLaboratory, serveHospital } from "./hospital.ts";
import { freePorts } from "./processes.ts";
import { note } from "./report.ts";

const LIST_GOAL = 150;
/** A filter that no index serves looks through so many at most. */
const WALK_GOAL = 5_000;
const PAGE_GOAL = 300;
const PAPER_GOAL_MS = 400;

/** Rows and round trips of what a laboratory opens all day. @param count of its certificates */
export async function certificateRows(count: number) {
  const name = await seedLaboratory(count);
  const { port, end } = await serveHospital(name, await freePorts(), true);
  const admin = await signIn(port, "lab.localhost", "admin@lab.test");
  const read = async (path: string) => figures(await admin.page(path));
  const first = JSON.parse((await admin.api("/api/certificate-reports?tab=issued")).text) as {
    data: { id: string }[];
  };
  const { id } = first.data[0]!;
  const one = JSON.parse((await admin.api(`/api/certificate-reports/${id}`)).text) as {
    data: { machine_id: string; consumer_id: string; standards: { calibrator_id: string }[] };
  };
  const { machine_id, consumer_id, standards } = one.data;
  await read("/certificate-reports");
  const lists = [
    ...["", "tab=issued", "tab=all"],
    ...[`tab=all&machine=${machine_id}`, `tab=all&consumer=${consumer_id}`],
  ];
  const walked = [
    ...["status=voided", "conformity=fail"].map((filter) => `tab=all&${filter}`),
    `tab=all&calibrator=${standards[0]?.calibrator_id ?? ""}`,
    ...["from=2024-01-01", "to=2007-01-01"].map((filter) => `tab=all&${filter}`),
  ];
  const mostOf = async (queries: readonly string[]) => {
    const all: { read: number; trips: number }[] = [];
    for (const query of queries) all.push(await read(`/certificate-reports?${query}`));
    return {
      read: Math.max(...all.map((one) => one.read)),
      trips: Math.max(...all.map((one) => one.trips)),
    };
  };
  const [indexed, others] = [await mostOf(lists), await mostOf(walked)];
  const page = await read(`/certificate-report/${id}`);
  await end();
  note(`rows read: a list of ${count} certificates, the most`, LIST_GOAL, indexed.read);
  note("rows read: the same by a filter that no index serves, the most", WALK_GOAL, others.read);
  note(
    "D1 round trips: a list of certificates, the most",
    2,
    Math.max(indexed.trips, others.trips),
  );
  note("rows read: a certificate's page", PAGE_GOAL, page.read);
}

type Paper = {
  documentOf: (lines: number) => CertificateDocument;
  drawn: (document: CertificateDocument) => Promise<Uint8Array>;
  pagesOf: (pdf: Uint8Array) => Promise<number>;
};
const LINES = 60;
const TIMES = 7;
/**
 * The processor time of a certificate of four pages: the first of a process, and one later. A Worker is billed for the thread that runs
 * its script; what the collector and the compilers of Node's process take beside it is shown as well.
 */
export async function paperCpu() {
  const { documentOf, drawn, pagesOf } = await throughVite<Paper>("scripts/bench/paper.ts");
  const document = documentOf(LINES);
  const msOf = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1_000;
  const times: { thread: number; process: number }[] = [];
  let pdf = new Uint8Array();
  for (let at = 0; at < TIMES; at++) {
    const [all, own] = [process.cpuUsage(), process.threadCpuUsage()];
    pdf = new Uint8Array(await drawn(document));
    times.push({
      thread: msOf(process.threadCpuUsage(own)),
      process: msOf(process.cpuUsage(all)),
    });
  }
  note("pages of the certificate that is drawn", null, await pagesOf(pdf));
  const [first, ...later] = times;
  note("ms of CPU: first certificate of a process as PDF", PAPER_GOAL_MS, first!.thread);
  note("ms of CPU: the same with the helpers of Node's process", null, first!.process);
  const sorted = later.toSorted((one, other) => one.thread - other.thread);
  note("ms of CPU: a later one", PAPER_GOAL_MS, sorted[Math.floor(sorted.length / 2)]!.thread);
}
