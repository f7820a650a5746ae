import { eq, sql } from "drizzle-orm";
import { dayIn } from "#app/shared/company-time.ts";
import { plural } from "#app/shared/plural.ts";
import { companySettings, sampleRows } from "#drizzle/tenant/index.ts";
import type { SampleKind } from "#drizzle/tenant/samples.ts";
import type { Answer, Statement } from "../../db/db.ts";
import { isRefusal } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { countingFigures, hasFigures } from "../dashboard/roll-up.ts";
import { nounOfKind } from "./kinds.ts";
import { anySample, openedForSamples } from "./make.ts";
import { type Sample, samplesOf, samplesReads } from "./standing.ts";
import { takingSamples } from "./taking.ts";

/** How many records are gone; sentences name those that stay. */
export type RemovedSamples = { removed: number; kept: string[] };

type There = { samples: 0 | 1; figures: 0 | 1 };

const GONE = "There is no sample data";
/** So often the samples are looked at anew where somebody has changed them meanwhile. */
const TRIES = 3;

/** One sentence for each kind of record that stays, by what uses it. */
function keptSentences(samples: readonly Sample[]): string[] {
  const numbers = new Map<string, { kind: SampleKind; usedBy: string; n: number }>();
  for (const { kind, usedBy } of samples) {
    if (!usedBy) continue;
    const key = `${kind} ${usedBy}`;
    const before = numbers.get(key)?.n ?? 0;
    numbers.set(key, { kind, usedBy, n: before + 1 });
  }
  return [...numbers.values()].map(({ kind, usedBy, n }) => {
    const [one, many] = nounOfKind(kind);
    return plural(
      n,
      `1 ${one} is used by your own ${usedBy} and stays. It is yours now.`,
      `{n} ${many} are used by your own ${usedBy} and stay. They are yours now.`,
    );
  });
}

/** An answer whose warnings are what stays, also where it is given again. */
const told = (answer: Answer<RemovedSamples>): Answer<RemovedSamples> =>
  answer.data.kept.length ? { ...answer, warnings: answer.data.kept } : answer;

/**
 * Takes the sample data away, as one batch. What the company's own records use stays, with what that needs, and is the company's own from
 * then on; warnings name it. Where a morning has counted what the dashboard shows, it is counted anew. Where there is none any more, nothing is done.
 * @throws Response 403 but for an Admin; 409 where others keep changing it
 */
export async function removeSamples(session: Session): Promise<Answer<RemovedSamples>> {
  const db = openedForSamples(session);
  const { timeZone } = session.company;
  for (let attempt = 1; ; attempt++) {
    const [[there], ...results] = (await db.read(
      db.rows<There>(sql`select ${anySample(db)} as "samples", ${hasFigures(db)} as "figures"`),
      ...samplesReads(db),
    )) as unknown as [There[], ...unknown[][]];
    if (!there?.samples) {
      const none = { status: 200, message: GONE, data: { removed: 0, kept: [] } };
      const writes = [db.assert("state", sql`not ${anySample(db)}`)];
      return told(await db.commit<RemovedSamples>({ writes, activity: [], answer: none }));
    }
    const samples = samplesOf(results);
    const gone = samples.filter(({ usedBy }) => !usedBy);
    const kept = keptSentences(samples);
    const taking = takingSamples(db, gone);
    const forgetting: Statement[] = [
      ...(there.figures ? countingFigures(db, dayIn(timeZone), timeZone) : []),
      db.removing(sampleRows, sql`true`),
      db.removing(companySettings, eq(companySettings.id, "sample_data")),
    ];
    try {
      const answer = await db.commit<RemovedSamples>({
        writes: [
          db.assert("state", anySample(db)),
          db.assert("state", sql`${hasFigures(db)} = ${there.figures}`),
          ...taking.writes,
          ...forgetting,
        ],
        activity: taking.activity,
        answer: {
          status: 200,
          message: "Sample data removed",
          data: { removed: gone.length, kept },
        },
      });
      return told(answer);
    } catch (refusal) {
      if (attempt >= TRIES || !isRefusal(refusal, 409)) throw refusal;
    }
  }
}
