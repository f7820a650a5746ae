import { statisticsOf } from "#worker/domain/statistics/statistics.ts";
import { sessionContext, visitContext } from "#worker/web/context.ts";
import { paperIn, pdfAnswer } from "#worker/web/pdf-answer.ts";
import type { Route } from "./+types/pdf";

/** Every chart of the page as its sentence, its formula and its table, on paper. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const { env } = context.get(visitContext);
  const statistics = await statisticsOf(session, new URL(request.url).searchParams);
  const { statisticsPdf } = await import("#worker/web/statistics-pdf.ts");
  const bytes = await statisticsPdf(statistics, session.company, paperIn(request), env);
  return pdfAnswer(bytes, `statics-${statistics.period.first}-${statistics.period.last}`);
}
