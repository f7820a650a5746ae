import { type ActionFunctionArgs, redirect } from "react-router";
import { withoutDialog } from "#app/shared/dialog-url.ts";
import { bringProof } from "../auth/factors/brought.ts";
import { type Proof, proofFields, proofOf } from "../auth/factors/prove.ts";
import type { Answer } from "../db/db.ts";
import { entryOf } from "../domain/lists/list-query.ts";
import type { Visit } from "../env.ts";
import { takeUpload, type Upload } from "../files/upload.ts";
import { formOf } from "../forms.ts";
import { carriedOutOnce } from "../once.ts";
import { notFound } from "../refusals.ts";
import { type AnySession, refuseReaders } from "../session.ts";
import {
  anySessionContext,
  contactContext,
  sessionContext,
  staffContext,
  visitContext,
} from "./context.ts";
import { redirectWith, saved, submitted, valuesOf } from "./forms.ts";

type Args = Pick<ActionFunctionArgs, "request" | "params" | "context">;
/** The texts of a form by their names, without its intent. */
export type Values = Record<string, string>;

/** What a command knows besides the values of its form. */
export type Asked<S> = {
  session: S;
  visit: Visit;
  request: Request;
  params: Args["params"];
  /** The id in the page's address; empty where it has none. */
  id: string;
  /** Which of the page's forms was sent. */
  intent: string;
  form: FormData;
  /** What proves again who acts, where it was sent. */
  proof: Proof | null;
  /** Fields that come several times, by the names that `lists` declares. */
  lists: Record<string, string[]>;
  /** A file of the form with its thumbnails; null when none was chosen. */
  file: (name: string) => Upload | null;
};

type Command<S> = (asked: Asked<S>, values: Values) => Promise<Answer>;
type Reply = (answer: Answer, asked: Asked<unknown>) => Response | ReturnType<typeof saved>;
/** Commands by the intents of their forms. */
export type Commands<S> = Readonly<Record<string, Command<S> | { run: Command<S>; reply: Reply }>>;

type Reading = {
  /** Reads the form within other limits, or with another idempotency key. */
  read?: (args: { request: Request; visit: Visit; params: Args["params"] }) => Promise<FormData>;
  /** Names of fields that come several times. */
  lists?: readonly string[];
};
type Settings<S> = Reading & {
  /** The answer to a command that was carried out; `closes` by default. */
  reply?: Reply;
  /** The intent of a form that sends none. */
  otherwise?: string;
  /** For data routes: refusals are answered as JSON, as they were thrown. */
  isData?: boolean;
  /** Runs after a command that was carried out. */
  after?: (asked: Asked<S>) => unknown;
};

const isByScripts = ({ visit }: Asked<unknown>) => visit.url.pathname.endsWith(".data");

/** Goes on to another page, which shows the message and its warnings as a toast. */
function onwards({ visit }: Asked<unknown>, to: string, { message, warnings = [] }: Answer) {
  if (!message) return redirect(to);
  const kind = warnings.length ? "warning" : "success";
  const said = [message, ...warnings.slice(0, -1)].map((one) => one.replace(/\.$/, ""));
  const text = warnings.length ? [...said, warnings.at(-1)].join(". ") : message;
  return redirectWith(visit, to, { kind, message: text });
}

/** Scripts stay on the page. Without scripts the browser goes on to `to`. */
export const staysOr =
  <D>(to: (answer: Answer<D>, asked: Asked<unknown>) => string): Reply =>
  (answer, asked) =>
    isByScripts(asked)
      ? saved(answer)
      : onwards(asked, to(answer as Answer<D>, asked), { ...answer, warnings: [] });

/** Scripts stay on the page. Without scripts the browser goes back to it, its dialog closed. */
export const closes: Reply = staysOr((_, { request }) => withoutDialog(new URL(request.url)));

/** Answers where the form stands, with scripts or without. */
export const stays: Reply = (answer) => saved(answer);

/** One answer to scripts, and another to browsers without them. */
export const byScripts =
  (withScripts: Reply, without: Reply): Reply =>
  (answer, asked) =>
    isByScripts(asked) ? withScripts(answer, asked) : without(answer, asked);

/** Goes on to another page. @param says the message there, where it is not the answer's own */
export const goesOn =
  <D = { id: string }>(
    to: string | ((answer: Answer<D>, asked: Asked<unknown>) => string),
    says = ({ message }: Answer<D>) => message,
  ): Reply =>
  (given, asked) => {
    const answer = given as Answer<D>;
    const path = typeof to === "string" ? to : to(answer, asked);
    return onwards(asked, path, { ...answer, message: says(answer) });
  };

/** Goes on to the page of another site that the command has opened. */
export const goesToUrl: Reply = ({ data }) => redirect((data as { url: string }).url, 303);

/** Answers JSON with the command's status, for scripts that send the form themselves. */
export const asData: Reply = (answer) => Response.json(saved(answer), { status: answer.status });

/** What proves again who acts belongs to no command, since each may ask for it. */
function withoutProof(sent: Values) {
  const names: readonly string[] = proofFields;
  const own = Object.entries(sent).filter(([name]) => !names.includes(name));
  return { values: Object.fromEntries(own) as Values, proof: proofOf(sent) };
}

/** Reads a form, and gives its refusals back to its page with what was typed. */
async function received<S, R>(
  { request, params, context }: Args,
  sessionOf: (context: Args["context"]) => S,
  { read, lists: names = [], otherwise = "" }: Reading & { otherwise?: string },
  isData: boolean,
  run: (asked: Asked<S>, values: Values) => Promise<R>,
) {
  const visit = context.get(visitContext);
  const answered = async () => {
    const form = await (read ? read({ request, visit, params }) : formOf(request, visit));
    const { values, proof } = withoutProof(valuesOf(form));
    const intent = String(form.get("intent") ?? otherwise);
    const lists = Object.fromEntries(names.map((name) => [name, form.getAll(name).map(String)]));
    const file = (name: string) => takeUpload(form, name);
    const work = () => {
      const { id = "" } = params;
      const session = sessionOf(context);
      refuseReaders(session);
      bringProof(visit.session ?? visit.contact, visit.env, proof);
      return run({ session, visit, request, params, id, intent, form, proof, lists, file }, values);
    };
    return isData ? work() : submitted({ ...values, ...lists, intent }, work);
  };
  // A form that is too large to be read goes back to its page, too.
  return isData ? answered() : submitted({}, answered);
}

/**
 * Makes the action of a page from its commands: by the form's intent, or one for a page with one form. It reads the form within
 * its limits, carries the command out once, and answers scripts and browsers without scripts. `intents` lists what it takes.
 */
const doorFor =
  <S>(sessionOf: (context: Args["context"]) => S) =>
  (commands: Command<S> | Commands<S>, settings: Settings<S> = {}) => {
    const { reply = closes, isData = false, after } = settings;
    const action = (args: Args) =>
      received(args, sessionOf, settings, isData, async (asked, values) => {
        const chosen =
          typeof commands === "function"
            ? commands
            : (entryOf(commands, asked.intent) ?? notFound("action"));
        const door = typeof chosen === "function" ? { run: chosen, reply } : chosen;
        const answer = await carriedOutOnce(asked.visit, () => door.run(asked, values));
        after?.(asked);
        return door.reply(answer, asked);
      });
    return Object.assign(action, {
      intents: typeof commands === "function" ? [] : Object.keys(commands),
    });
  };

/** Forms of a company's people. */
export const actions = doorFor((context) => context.get(sessionContext));
/** Forms of the platform's staff. */
export const staffActions = doorFor((context) => context.get(staffContext));
/** Forms of pages that both have. */
export const anyActions = doorFor<AnySession>((context) => context.get(anySessionContext));

/** Forms of the portal. */
export const contactActions = doorFor((context) => context.get(contactContext));

/** The action of a page for anybody: `run` gives the page's own answer, or a redirect. */
export const openAction =
  <R>(run: (asked: Asked<null>, values: Values) => Promise<R>, reading: Reading = {}) =>
  (args: Args) =>
    received(
      args,
      () => null,
      { read: ({ request, visit }) => formOf(request, visit, "open"), ...reading },
      false,
      run,
    );
