import { describe, expect, test } from "vitest";
import { ask, postForm } from "#tests/support/client.ts";
import { expectAnswer } from "#tests/support/expect-answer.ts";
import { mailsTo } from "#tests/support/mail.ts";
import { firstOf, freshWord } from "#tests/support/platform-rows.ts";
import { inserting, world } from "#tests/support/world.ts";
import { WILL_CONFIRM } from "#worker/domain/domains/register.ts";

const w = await world();
const DAY_MS = 86_400_000;

const one = firstOf(w.env.CONTROL_DB);

describe("a request on the public site", () => {
  const form = (more: Record<string, string> = {}) => {
    const word = freshWord();
    return {
      ...{ companyName: `Hospital ${word}`, companyKind: "hospital", country: "IN", word },
      ...{ serviceType: "2", note: "Two sites", name: "Asha Menon", website: "" },
      ...{ email: `asha@${word}.test`, phone: "+91 44 4000 1000", ...more },
    };
  };
  type Form = ReturnType<typeof form>;
  let people = 0;
  const visitor = () => `10.78.${Math.floor(++people / 250)}.${people % 250}`;
  const send = (fields: Form, ip = visitor()) =>
    postForm(w, "localhost", "/register", fields, { "cf-connecting-ip": ip });
  const rowOf = ({ word }: Form) =>
    one("select * from domain_requests where hostname = ?", `${word}.localhost`);

  test("is kept with its host for 30 days, and told to whoever asks and to the platform", async () => {
    await w.env.CONTROL_DB.batch([
      w.env.CONTROL_DB.prepare("delete from platform_settings where id = 'support_email'"),
      inserting(w.env.CONTROL_DB, "platform_settings", {
        ...{ id: "support_email", value_json: '"desk@plumbline.test"' },
        ...{ created_at: 1, updated_at: 1 },
      }),
    ]);
    const fields = form();
    const ip = visitor();
    for (let times = 0; times < 2; times++) await expectAnswer(send(fields, ip), 200, WILL_CONFIRM);
    const row = await rowOf(fields);
    expect(row).toMatchObject({
      ...{ kind: "new_company", status: "pending", company_kind: "hospital", note: "Two sites" },
      ...{ company_id: null, requester_phone: "+91 44 4000 1000", service_type: 2 },
    });
    expect(Number(row!.expires_at) - Number(row!.created_at)).toBeCloseTo(30 * DAY_MS, -4);
    expect(await mailsTo(w, fields.email)).toHaveLength(1);
    await w.env.CONTROL_DB.prepare(
      "delete from platform_settings where id = 'support_email'",
    ).run();
    const [letter] = await mailsTo(w, "desk@plumbline.test");
    expect(letter?.subject).toContain(`${fields.word}.localhost`);
    const said = await ask(w, "localhost", `/signup/host?word=${fields.word}`);
    expect(await said.json()).toMatchObject({ isFree: false });
    await expectAnswer(send(form({ word: fields.word })), 422, "already used");
  });

  test("five come from a network in an hour", async () => {
    const ip = visitor();
    for (let n = 0; n < 5; n++) await expectAnswer(send(form(), ip), 200, WILL_CONFIRM);
    const sixth = form();
    const html = await expectAnswer(send(sixth, ip), 429, "from your network");
    expect(html).toContain(`value="${sixth.companyName}"`);
    expect(await rowOf(sixth)).toBeNull();
  });

  test("an address for which three wait gets the same answer, and no fourth", async () => {
    const email = `${freshWord()}@many.test`;
    for (let n = 0; n < 3; n++) await expectAnswer(send(form({ email })), 200, WILL_CONFIRM);
    const fourth = form({ email });
    await expectAnswer(send(fourth), 200, WILL_CONFIRM);
    expect(await rowOf(fourth)).toBeNull();
  });

  test.each([
    [{ word: "login" }, "reserved"],
    [{ word: "l0gin" }, "reserved"],
    [{ word: "acme" }, "already used"],
    [{ word: "acrne" }, "easily taken for one"],
    [{ companyKind: "school" }, "Kind is required"],
    [{ phone: "" }, "Phone is required"],
    [{ note: "x".repeat(1001) }, "at most 1000 characters"],
    [{ website: "http://spam.test" }, "Hospital"],
  ])("%o is refused at its field", async (wrong, says) => {
    const fields = form(wrong);
    await expectAnswer(send(fields), 422, says);
    expect((await rowOf(fields))?.company_name).not.toBe(fields.companyName);
  });

  test("of ten for one host at once one is kept, and none on a company's host", async () => {
    const word = freshWord();
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(form({ word }))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(422)]);
    expect((await postForm(w, "acme.localhost", "/register", form())).status).toBe(404);
  });
});
