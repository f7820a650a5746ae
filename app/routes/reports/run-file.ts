import type { LoaderFunctionArgs } from "react-router";
import { portsOf } from "#worker/files/ports.ts";
import { sessionContext, visitContext } from "#worker/web/context.ts";
import { runFile } from "#worker/web/run-kinds.ts";

/** The file of what was made in the background. */
export const loader = ({ params, context }: LoaderFunctionArgs) =>
  runFile(context.get(sessionContext), portsOf(context.get(visitContext)).bucket, params.id ?? "");
