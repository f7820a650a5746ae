import { openDirect } from "../support/direct.ts";
import { main } from "../support/project.ts";

/** The id of a copy, in SQL: in the order of the numbers, before all that comes later. */
const idOf = (number: string) =>
  `printf('01900000-%04x-7000-8000-%012x', (${number}) >> 16, ${number})`;
/** Which of the laboratory's own rows a copy is of. */
const turn = (table: string) => `n % (select count(*) from ${table})`;

/** Gives the demo's laboratory in STATE so many certificates: `node scripts/bench/certificate-copies.ts 1000000`. */
main(() => addCertificates(Number(process.argv[2])));

/** Copies of what was issued there, each with a measurement and a standard of its own; what is reckoned of them is left out, since no list reads it. */
async function addCertificates(count: number): Promise<void> {
  const { db, filling, close } = openDirect("company_profiles", "slug = 'lab'");
  const run = (sql: string) => db.prepare(sql).run();
  try {
    const { id: company } = (await db
      .prepare("select id from company_profiles where slug = 'lab'")
      .first<{ id: string }>())!;
    const own = `company_id = '${company}'`;
    await run(
      `create temp table issued as select row_number() over (order by id) - 1 as place, id from certificate_reports where ${own} and status in ('issued', 'voided')`,
    );
    await run(
      `create temp table held as select row_number() over (order by id) - 1 as place, id from machines where ${own} and deleted_at is null`,
    );
    await run(
      `create temp table kept as select row_number() over (order by id) - 1 as place, id from calibrators where ${own} and deleted_at is null`,
    );
    const day = "date('2006-01-01', (n % 7000) || ' days')";
    const machine = `(select id from held where place = ${turn("held")})`;
    const copies: [table: string, one: string, changed: Record<string, string>][] = [
      [
        "measurement_sets",
        `(select measurement_set_id from certificate_reports where ${own} and id = (select id from issued where place = 0))`,
        { machine_id: machine, measured: "'{}'", results: "null", state: "'open'" },
      ],
      [
        "certificate_reports",
        `(select id from issued where place = ${turn("issued")})`,
        {
          ...{ measurement_set_id: idOf("n"), machine_id: machine },
          ...{ name: "'BC-' || n", certificate_no: "'BC-' || n", base_no: "'BC-' || n" },
          ...{ revision_of_id: "null", replaced_by_id: "null", verify_token: "'bench' || n" },
          ...{ cal_start_on: day, cal_end_on: day, issued_on: day },
        },
      ],
      [
        "measurement_standards",
        `(select min(id) from measurement_standards where ${own})`,
        {
          measurement_set_id: idOf("n"),
          calibrator_id: `(select id from kept where place = ${turn("kept")})`,
        },
      ],
    ];
    for (const [table, one, changed] of copies) {
      const { results } = await db
        .prepare(`select name from pragma_table_info('${table}')`)
        .all<{ name: string }>();
      const names = results.map(({ name }) => name);
      const values = names.map((name) =>
        name === "id" ? idOf("n") : (changed[name] ?? `one."${name}"`),
      );
      await filling(table, async () => {
        await run(
          `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
           insert into "${table}" (${names.join(", ")}) select ${values.join(", ")}
           from numbers cross join "${table}" as one where one.${own} and one.id = ${one}`,
        );
      });
    }
  } finally {
    close();
  }
}
