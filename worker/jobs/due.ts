/** The first bound value of every search for due work: the last company that was found before. */
const AFTER = "?1";
/** The second: what "due" is measured by. */
export const BY = "?2";
/** The third: the job's name. */
export const JOB = "?3";

const serving = (owner: string) =>
  `exists (select 1 from company_profiles where company_id = ${owner} and id = ${owner} and status in ('trial', 'active', 'grace'))`;

/**
 * Companies with rows in a partial index, in their order, of which one is due: by steps from company to company, however many rows there are.
 * @param rows what the index is limited to
 * @param due what else makes a row due; it names the columns that follow the company in the index
 */
export const companiesIn = (table: string, index: string, rows: string, due = "true") => {
  const next = (than: string) =>
    `select min(company_id) from ${table} indexed by ${index} where ${rows} and company_id > ${than}`;
  return `with recursive waiting(owner) as (${next(AFTER)} union all select (${next("waiting.owner")}) from waiting where owner is not null)
    select owner from waiting where owner is not null
      and exists (select 1 from ${table} indexed by ${index} where company_id = waiting.owner and ${rows} and ${due})`;
};

/** Companies whose outbox holds something of a topic that is due. */
export const companiesWith = (topic: string) =>
  companiesIn(
    "outbox",
    "outbox_waiting",
    "sent_at is null",
    `topic = '${topic}' and next_at <= ${BY}`,
  );

/** Companies of a search that are at work. */
export const served = (search: string) =>
  `select owner from (${search}) where ${serving("owner")} order by owner`;

/** Companies in one of two searches that are at work. */
export const servedOfEither = (one: string, other: string) =>
  served(`select owner from (${one}) union select owner from (${other})`);

/** Companies whose morning's job has its instant behind it. */
export const companiesDue = `select company_id as owner from company_jobs indexed by company_jobs_due
  where id = ${JOB} and due_at <= ${BY} and company_id > ${AFTER} order by company_id`;

export const everyCompany = `select company_id as owner from company_profiles where company_id > ${AFTER} order by company_id`;
