import { useLocation } from "react-router";
import { BackLink } from "#app/ui/back-link.tsx";
import { QrCode } from "#app/ui/qr.tsx";
import { PrintDesk, SlipFoot, SlipHead } from "#app/ui/slip.tsx";
import { Note } from "#app/ui/states.tsx";
import { workList } from "#worker/domain/due/work-list.ts";
import { paperLogoAddress } from "#worker/domain/settings/paper.ts";
import { sessionContext } from "#worker/web/context.ts";
import { type WorkSheet, workSheet } from "#worker/web/work-sheet.ts";
import type { Route } from "./+types/work-list";
import "#app/css/labels.css";
import "#app/css/work-list.css";

export async function loader({ request, context }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const list = await workList(session, new URL(request.url).searchParams);
  return { sheet: workSheet(session, list), logo: paperLogoAddress(session.company) };
}

export const meta = () => [{ title: "Work list - Plumbline" }];

/** What is to be done on paper, by Location, with a box to tick and the code of each device. */
export default function WorkListPage({ loaderData: { sheet, logo } }: Route.ComponentProps) {
  const { search } = useLocation();
  const { host, header, number } = sheet;
  return (
    <PrintDesk
      back={
        <BackLink className="btn btn-ghost" to="/due-service-calendar" icon>
          Back
        </BackLink>
      }
      pdf={`/due-service-calendar/work-list.pdf${search}`}
      note={sheet.note && <Note tone="info">{sheet.note}</Note>}
    >
      <article className="slip work-list" aria-label={sheet.title}>
        <SlipHead {...sheet} logo={logo} header={header || host} />
        <div className="slip-title">
          <h1>{sheet.title}</h1>
        </div>
        {sheet.groups.length === 0 && <p>Nothing is to be done.</p>}
        {sheet.groups.map((group) => (
          <Group key={group.title} group={group} heads={sheet.heads} />
        ))}
        <SlipFoot host={host} number={number} last={sheet.under} />
      </article>
    </PrintDesk>
  );
}

function Group({
  group: { title, rows },
  heads,
}: {
  group: WorkSheet["groups"][number];
  heads: WorkSheet["heads"];
}) {
  return (
    <section>
      <h2>{title}</h2>
      <table>
        <thead>
          <tr>
            {heads.map((head, at) =>
              head ? (
                <th scope="col" key={head}>
                  {head}
                </th>
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column without a name is its place
                <td key={at} />
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, qr, code, cells }) => (
            <tr key={id}>
              <td>
                <span className="tick-box" />
              </td>
              <td className="work-qr">
                <QrCode qr={qr} title={`QR code of ${code}`} />
              </td>
              {cells.map((text, at) => (
                <td key={heads[at + 2]} className="slip-text">
                  {text}
                </td>
              ))}
              <td />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
