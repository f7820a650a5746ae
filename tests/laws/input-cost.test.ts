import { describe, expect, test } from "vitest";
import { z } from "zod";
import { type Fields, formDataOf, formsOf, formTarget } from "#tests/support/bodies.ts";
import { bodyOfCall, idFor } from "#tests/support/call-bodies.ts";
import { ask } from "#tests/support/client.ts";
import { lawWorld } from "#tests/support/laws.ts";
import {
  at,
  calls,
  companyPages,
  dataPath,
  isOfStaff,
  type Page,
  pages,
} from "#tests/support/manifest.ts";
import { bodyShape } from "#worker/api/shapes.ts";

const { w, t, admin, staff } = await lawWorld();
const LONG = { timeout: 300_000 };

const N = 20_000;
/** Texts that make a bad pattern slow: a long run without the end it looks for. */
const worstOf = (length: number): Record<string, string> => ({
  spaces: `${" ".repeat(length)}a`,
  "spaces inside": `a${" ".repeat(length)}a`,
  letters: "a".repeat(length),
  colons: `${":".repeat(length)}a`,
  digits: `${"1".repeat(length)}x`,
  brackets: "[".repeat(length),
  braces: '{"a":'.repeat(length / 5),
  "line breaks": `a${"\r\n".repeat(length / 2)}a`,
  marks: "e\u0301".repeat(length / 2),
  strokes: `a${" /".repeat(length / 2)}a`,
  commas: `${",".repeat(length)}@`,
  addresses: `${"a".repeat(length)}@`,
});
const worst = worstOf(N);

const median = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)]!;
async function timed(work: () => unknown): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
/** Tells if odd work takes about as long as plain work. Both run in turn, so that a busy machine slows both. */
async function isAsCheap(
  odd: () => unknown,
  plain: () => unknown,
  floor: number,
): Promise<boolean> {
  const [slow, quick]: [number[], number[]] = [[], []];
  for (let round = 0; round < 5; round++) {
    quick.push(await timed(plain));
    slow.push(await timed(odd));
    if (median([...slow]) <= floor + 5 * median([...quick])) return true;
  }
  return false;
}

/** Every schema that a module exports, with its fields. */
const modules = import.meta.glob<Record<string, unknown>>(
  ["/worker/domain/**/*.ts", "/worker/web/*-form*.ts", "/worker/api/sign-in.ts"],
  {
    eager: true,
  },
);
const isObject = (value: unknown): value is z.ZodObject => value instanceof z.ZodObject;
const shapeOf = (value: unknown): z.ZodObject | null => {
  if (isObject(value)) return value;
  if (value instanceof z.ZodPipe) return shapeOf(value.in);
  const { input } = (value && typeof value === "object" ? value : {}) as { input?: unknown };
  return input instanceof z.ZodType ? shapeOf(input) : null;
};
const entriesOf = (value: unknown): [string, unknown][] =>
  value && typeof value === "object" && Object.getPrototypeOf(value) === Object.prototype
    ? Object.entries(value)
    : [];
const schemas = Object.entries(modules).flatMap(([file, module]) =>
  Object.entries(module).flatMap(([name, value]) => {
    const own = shapeOf(value);
    if (own) return [{ name: `${file} ${name}`, shape: own.shape }];
    // Sections, resources and the moves of a flow have schemas inside.
    const inside = [...entriesOf(value), ...entriesOf((value as { inputs?: unknown })?.inputs)];
    return inside.flatMap(([key, one]) => {
      const found = shapeOf(one);
      return found ? [{ name: `${file} ${name}.${key}`, shape: found.shape }] : [];
    });
  }),
);

describe("a field of a schema", () => {
  test("is found in each of them", () => {
    const names = schemas.map(({ name }) => name).join("\n");
    for (const known of [
      "vendors.ts",
      "sections.ts sections.company",
      "people/input.ts",
      "assets/flow.ts",
      "companies.ts",
    ])
      expect(names).toContain(known);
    expect(schemas.length).toBeGreaterThan(40);
  });

  test("looks at the worst text no longer than at a plain one", LONG, async () => {
    const dear: string[] = [];
    for (const { name, shape } of schemas)
      for (const [field, schema] of Object.entries(shape))
        for (const [kind, text] of Object.entries(worst)) {
          const take = (value: string) => () => (schema as unknown as z.ZodType).safeParse(value);
          if (!(await isAsCheap(take(text), take("a plain text"), 40)))
            dear.push(`${name} ${field}: ${kind}`);
        }
    expect(dear).toEqual([]);
  });
});

type Door = {
  name: string;
  isForm: boolean;
  send: (body: Fields | string, type?: string) => Promise<Response>;
  fields: Fields;
};
const json = "application/json";
const urlencoded = "application/x-www-form-urlencoded";
const clientOf = (page: Page) => (page.isSignedIn && !companyPages.includes(page) ? staff : admin);
const idOf = ({ path }: Page) => String(t.own.rows[formTarget[path] ?? "assets"]?.id ?? "x");
/** Commands without a body, and the one that ends the session. */
const silent = new Set(["/session/token", "/session/sign-out"]);

const callDoors = (): Door[] =>
  calls
    .filter(({ method, isOpen }) => (method === "POST" || method === "PUT") && !isOpen)
    .map((call) => {
      const isForm = Boolean(call.form);
      const names = isForm ? [] : Object.keys(bodyShape(call).properties ?? {});
      const fields: Fields = Object.fromEntries(names.map((name) => [name, "x"]));
      if (!isOfStaff(call)) Object.assign(fields, bodyOfCall(call, t.own.rows)!.fields);
      const client = isOfStaff(call) ? staff : admin;
      const path = at(call.path, idFor(call, t.own.rows));
      const send: Door["send"] = (body, type) =>
        client.api(path, {
          method: call.method,
          body: typeof body !== "string" && isForm ? formDataOf(body) : body,
          headers: type ? { "content-type": type } : {},
        });
      return { name: `${call.method} ${call.path}`, isForm, send, fields };
    });

/** Pages that anybody may send a form to. */
const openPages = pages.filter(
  ({ path, isSignedIn, isOfPortal, hasAction }) =>
    !isSignedIn && !isOfPortal && hasAction && !path.includes("*"),
);
const pageDoors = (): Door[] =>
  pages
    .filter(({ path, hasAction, isSignedIn }) => hasAction && isSignedIn && !silent.has(path))
    .flatMap((page) => {
      const forms = companyPages.includes(page)
        ? formsOf(page, t.own.rows)
        : [{ name: "x" } as Fields];
      const path = dataPath(at(page.path, idOf(page)));
      const send: Door["send"] = (body, type) =>
        clientOf(page).page(path, {
          method: "POST",
          body: typeof body === "string" ? body : new URLSearchParams(body),
          headers: type ? { "content-type": type } : {},
        });
      return forms.map((fields) => ({
        name: `${page.path} ${fields.intent ?? ""}`,
        isForm: true,
        send,
        fields,
      }));
    });
const openDoors = (): Door[] => [
  ...openPages.map((page) => ({
    name: page.path,
    isForm: true,
    fields: {
      email: "a@b.test",
      password: "x",
      domain: "x",
      problem: "x",
      name: "x",
      intent: "report",
    },
    send: ((body, type) => {
      const path = dataPath(at(page.path, "x"));
      const host = path.startsWith("/developer") ? "localhost" : t.own.company.host;
      const headers = { origin: `http://${host}`, ...(type ? { "content-type": type } : {}) };
      return ask(w, host, path, {
        method: "POST",
        body: typeof body === "string" ? body : new URLSearchParams(body),
        headers,
      });
    }) as Door["send"],
  })),
  ...calls
    .filter(({ isOpen, method }) => isOpen && method === "POST")
    .map((call) => ({
      name: call.path,
      isForm: false,
      fields: { email: "a@b.test", password: "x", token: "x" },
      send: ((body, type) =>
        ask(w, call.host === "platform" ? "localhost" : t.own.company.host, call.path, {
          method: "POST",
          body,
          headers: { "content-type": type ?? json },
        })) as Door["send"],
    })),
];

/** Fields that name a record or the command keep their value. */
const stays = /^(intent|id|person|document|report|kind|version)$/;
const all = (fields: Fields, text: string): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, stays.test(name) ? value : text]),
  );
const MOST_BYTES = 50_000;
/** Of all fields of a form together: three bytes each where they are percent-encoded. */
const MOST_CHARACTERS = 500_000;
const FLOOR_MS = 400;

describe("a door", () => {
  test("answers the worst texts about as soon as plain ones, and briefly", LONG, async () => {
    const wrong: string[] = [];
    for (const [nth, door] of [...callDoors(), ...pageDoors(), ...openDoors()].entries()) {
      if (Object.keys(door.fields).every((name) => stays.test(name))) continue;
      // What is too large as a whole is refused unread.
      const length = Math.min(N, Math.floor(MOST_CHARACTERS / Object.keys(door.fields).length));
      // Each door gets a quarter of the texts; the schemas above get all.
      for (const [kind, text] of Object.entries(worstOf(length)).filter(
        (_, at) => (at + nth) % 4 === 0,
      )) {
        let said = "";
        const odd = async () => {
          const answer = await door.send(all(door.fields, text));
          said = await answer.text();
          if (answer.status >= 500) wrong.push(`${door.name}: ${kind} answers ${answer.status}`);
        };
        const plain = async () => (await door.send(all(door.fields, "x"))).text();
        if (!(await isAsCheap(odd, plain, FLOOR_MS))) wrong.push(`${door.name}: ${kind} is slow`);
        if (said.length > MOST_BYTES) wrong.push(`${door.name}: ${kind} answers ${said.length}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  const MANY = 200_000;
  const urlParts = "a=1&".repeat(MANY);
  const formParts = `${'--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'.repeat(MANY)}--b--\r\n`;
  const refusedAs = async (doors: Door[], body: string, type: string, status: number) => {
    const wrong: string[] = [];
    for (const door of doors) {
      let said = "";
      let was = 0;
      const ms = await timed(async () => {
        const answer = await door.send(body, type);
        was = answer.status;
        said = await answer.text();
      });
      if (was !== status || said.length > MOST_BYTES)
        wrong.push(`${door.name}: ${was} ${said.length} ${said.slice(0, 80)}`);
      // Parsing 200,000 fields takes seconds; refusing them takes none.
      if (ms > 5000) wrong.push(`${door.name}: ${Math.round(ms)} ms`);
    }
    expect(wrong).toEqual([]);
  };
  const once = (doors: Door[]) =>
    doors.filter(
      (door, nth) =>
        doors.findIndex(({ name }) => name.split(" ")[0] === door.name.split(" ")[0]) === nth,
    );

  test("that anybody may use refuses 200,000 fields before it looks at one", LONG, async () => {
    const open = openDoors();
    await refusedAs(open, urlParts, urlencoded, 413);
    await refusedAs(
      open.filter(({ isForm }) => isForm),
      formParts,
      "multipart/form-data; boundary=b",
      413,
    );
    // Webhooks read no form: an event is text of 64 KB at most.
    const forms = open.filter(({ name }) => !name.startsWith("/webhooks/"));
    await refusedAs(forms, `a=${"x".repeat(40_000)}`, urlencoded, 413);
    for (const { send, isForm } of forms)
      expect(
        (
          await send(
            isForm ? "a=1&".repeat(25) : `{"a":"${"x".repeat(20_000)}"}`,
            isForm ? urlencoded : json,
          )
        ).status,
      ).toBe(413);
  });

  test("of people at work refuses them too", LONG, async () => {
    const forms = [...callDoors().filter(({ isForm }) => isForm), ...once(pageDoors())];
    await refusedAs(forms, urlParts, urlencoded, 413);
    await refusedAs(forms.slice(0, 12), formParts, "multipart/form-data; boundary=b", 413);
  });

  test("of the API refuses bodies that are wide or deep, and says so briefly", LONG, async () => {
    const bodies = callDoors().filter(({ isForm }) => !isForm);
    const wide = JSON.stringify(
      Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`k${n}`, 1])),
    );
    const deep = `{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
    const some = JSON.stringify(
      Object.fromEntries(Array.from({ length: 15_000 }, (_, n) => [`unknown_${n}`, 1])),
    );
    const list = `{"ids":[${"1,".repeat(300_000)}1]}`;
    const takes = bodies.filter(({ fields }) => Object.keys(fields).length);
    for (const body of [wide, deep, list])
      await refusedAs(
        takes.filter((_, nth) => nth % 3 === 0),
        body,
        json,
        422,
      );
    const dear = await Promise.all(
      takes
        .filter((_, nth) => nth % 3 === 1)
        .map(
          async ({ name, send }) => [name, (await (await send(some, json)).text()).length] as const,
        ),
    );
    expect(dear.filter(([, letters]) => letters > MOST_BYTES)).toEqual([]);
  });

  test("takes a form whose boundary it cannot count by for none", async () => {
    const [form] = callDoors().filter(({ isForm }) => isForm);
    for (const type of [
      'multipart/form-data; boundary="a b"',
      "multipart/form-data; boundary=a; boundary=b",
      "multipart/form-data",
    ])
      for (const body of ["--a b--\r\n", formParts]) {
        const answer = await form!.send(body, type);
        expect([answer.status, await answer.text()], type).toEqual([
          422,
          expect.stringContaining("must be a form"),
        ]);
      }
  });

  test("gives back no more of what was typed than an answer has room for", async () => {
    const long = `name=${"x".repeat(200_000)}&intent=create`;
    const masters = pageDoors().filter(({ name }) => name.endsWith(" create"));
    expect(masters.length).toBeGreaterThan(3);
    for (const { name, send } of masters) {
      const answer = await send(long, urlencoded);
      expect([answer.status, (await answer.text()).length], name).toEqual([
        422,
        expect.toSatisfy((n) => n < 2 * MOST_BYTES),
      ]);
    }
  });
});
