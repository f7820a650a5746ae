import { answerCall, remarkOnCall } from "#worker/domain/following/answer.ts";
import { newSeed } from "#worker/domain/following/link.ts";
import { addRemark, reportProblem } from "#worker/domain/labels/public-report.ts";
import type { Visit } from "#worker/env.ts";
import type { Random } from "../random.ts";
import type { Device } from "./day.ts";
import type { Opened } from "./sessions.ts";

const people = [
  "Sister Leena Mathew",
  "Sister Rekha Pillai",
  "Staff Nurse Joby Antony",
  "Dr. Anita Desai",
  "Brother Suresh Kumar",
  "Sister Fathima Beevi",
  "Mohan Das, ward clerk",
  "Sister Grace Fernandes",
  "Dr. Harish Bhat",
  "Staff Nurse Deepa Shenoy",
  "Sister Kamala Devi",
  "Staff Nurse Irfan Ali",
  "Dr. Sunita Hegde",
  "Sister Jincy Thomas",
  "Nandish Gowda, technician",
  "Staff Nurse Ramya Krishnan",
  "Sister Celine D'Souza",
  "Dr. Prakash Kamath",
  "Staff Nurse Manoj Yadav",
  "Sister Bhavani Raman",
  "Lalitha Murthy, technician",
] as const;

/** What a report by a label's page becomes: the call, and the secret of its private link. */
export type Reported = { id: string; token: string };

/** People at the devices who have no account: they report by the label, and follow their call by its private link. */
export class Ward {
  readonly env: Env;
  #opened: Opened;
  #random: Random;

  constructor(opened: Opened, random: Random) {
    this.#opened = opened;
    this.#random = random;
    // What a morning sends on is done once, at the end.
    const JOB_QUEUE = { sendBatch: async () => {} };
    this.env = { PUBLIC_SCHEME: "http", PUBLIC_PORT: "", APEX_HOSTS: "", JOB_QUEUE } as never;
  }

  /** One of the few who work where a device stands. */
  who({ departmentId }: Device): string {
    const place = [...departmentId].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
    return people[(place * 3 + this.#random.int(0, 2)) % people.length]!;
  }

  #visit(path: string): Visit {
    const { db, control, companyId, plan } = this.#opened;
    const hostname = `${plan.slug}.localhost`;
    return {
      env: this.env,
      url: new URL(`http://${hostname}${path}`),
      place: {
        ...{ kind: "company", hostname, companyId, shard: plan.binding },
        ...{ mapVersion: 1, primaryHost: hostname },
      },
      ...{ control, shard: db, meter: null, requestId: `demo-${this.#random.hex(12)}` },
      ip: `10.20.${this.#random.int(1, 40)}.${this.#random.int(2, 250)}`,
      ...{ userAgent: null, nonce: undefined, defer: () => undefined, letters: [] },
      ...{ platformLetters: [], messages: [] },
      ...{
        session: null,
        contact: null,
        mayExpect: false,
        expected: null,
        isElsewhere: false,
        refusedCredential: null,
      },
    };
  }

  /** Reports a problem by the label of a device. */
  async report(
    { qrToken }: Device,
    name: string,
    { problem, isDown }: { problem: string; isDown: boolean },
  ): Promise<Reported> {
    const { db, companyId } = this.#opened;
    const phone = this.#random.chance(0.5) ? `+91 98440 ${this.#random.digits(5)}` : "";
    const { data } = await reportProblem(
      this.#visit(`/qr/${qrToken}`),
      qrToken,
      { problem, name, phone, equipmentDown: isDown ? "yes" : "no", seed: newSeed() },
      null,
    );
    const call = await db
      .prepare("select id from breakdowns where company_id = ? and number = ?")
      .bind(companyId, data.number)
      .first<{ id: string }>();
    return { id: call!.id, token: data.link!.split("/").at(-1)! };
  }

  /** Somebody else adds to the call that is open on a device. */
  addTo = ({ qrToken }: Device, name: string, remark: string) =>
    addRemark(this.#visit(`/qr/${qrToken}`), qrToken, { name, remark });

  remark = (token: string, remark: string) =>
    remarkOnCall(this.#visit(`/call/${token}`), token, { remark });

  answer = (token: string, intent: "works" | "again" | "rate", values: Record<string, string>) =>
    answerCall(this.#visit(`/call/${token}`), token, intent, values);
}
