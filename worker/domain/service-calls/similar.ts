import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import { assets, breakdowns } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Row } from "../../db/db.ts";
import { companyWord } from "../../db/guard.ts";
import { quoted } from "../search/search.ts";
import { wordsOf } from "../search/terms.ts";

type Asset = Pick<Row<typeof assets>, "id" | "make" | "model">;

/** So many similar calls are shown. */
const SHOWN = 5;
const MOST_SIMILAR = 16;
/** So many words of a problem are looked for in others. */
const MOST_WORDS = 4;
const SHORTEST_WORD = 4;

/** The words of a problem that say the most of it: the longest. */
const tellingWords = (problem: string) =>
  [...new Set(wordsOf(problem).filter((word) => word.length >= SHORTEST_WORD))]
    .sort((one, other) => other.length - one.length)
    .slice(0, MOST_WORDS);

/** What finds calls about a model that have one of a problem's words; null when it has none, or the device no model. */
function similarMatch(db: ReadingDb, { make, model }: Asset, problem: string): SQL | null {
  const words = tellingWords(problem);
  if (!model || !words.length) return null;
  const ofModel = [make, model].flatMap((text) =>
    text && wordsOf(text).length ? [quoted(text)] : [],
  );
  const any = words.map((word) => `"${word}"`).join(" OR ");
  const match = `company : ${companyWord(db.companyId)} AND kind : "breakdown" AND words : (${ofModel.join(" AND ")} AND (${any}))`;
  return sql`search_index match ${match}`;
}

/** Solved calls about the same model whose problem has the same words, the newest first. */
export const similarCalls = (db: ReadingDb, asset: Asset, callId: string, problem: string) => {
  const match = similarMatch(db, asset, problem);
  const found = match
    ? sql`(select record_id from search_index where ${match} order by rowid desc limit ${sql.raw(String(MOST_SIMILAR))}) as found`
    : sql`(select null as record_id where 0) as found`;
  return db
    .select({
      id: sql<string>`${breakdowns.id}`.as("similar_id"),
      number: breakdowns.number,
      problem: breakdowns.problem,
      causeCode: breakdowns.causeCode,
      resolution: breakdowns.resolution,
      resolvedAt: breakdowns.resolvedAt,
      code: assets.assetCode,
    })
    .from(found)
    .crossJoin(breakdowns)
    .crossJoin(assets)
    .where(
      and(
        db.ofOwner(
          breakdowns,
          and(
            eq(breakdowns.id, sql`found.record_id`),
            ne(breakdowns.id, callId),
            sql`${breakdowns.resolution} is not null`,
          ),
        ),
        db.ofOwner(
          assets,
          and(
            eq(assets.id, breakdowns.assetId),
            sql`${assets.model} = ${asset.model ?? ""} and ${assets.id} <> ${asset.id}`,
          ),
        ),
      ),
    )
    .limit(SHOWN);
};
