import type { ReactNode } from "react";
import { type PictureName, pictureUrl, productPictures } from "#app/shared/product-pictures.ts";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { Badge, type Tone } from "#app/ui/page.tsx";

/** A part of a page that hangs on the line. */
export const Hung = ({
  side,
  className,
  children,
}: {
  side?: ReactNode;
  className?: string;
  children: ReactNode;
}) => (
  <section className={["hang", className].filter(Boolean).join(" ")}>
    <div className="side">{side}</div>
    <div>{children}</div>
  </section>
);

type HeroProps = {
  /** The headline, a line each. */
  lines: string[];
  children: ReactNode;
  acts?: ReactNode;
  fine?: ReactNode;
};

/** What a page begins with. */
export const Hero = ({ lines, children, acts, fine }: HeroProps) => (
  <Hung className="hero">
    <h1>
      {lines.map((line) => (
        <span key={line}>{line} </span>
      ))}
    </h1>
    <p className="lede">{children}</p>
    {acts && <div className="acts">{acts}</div>}
    {fine && <p className="fine">{fine}</p>}
  </Hung>
);

export const SecHead = ({
  title,
  id,
  children,
}: {
  title: string;
  id?: string;
  children?: ReactNode;
}) => (
  <div className="sec-head" id={id}>
    <h2>{title}</h2>
    {children && <p>{children}</p>}
  </div>
);

export type Entry = readonly [name: string, text: ReactNode];

/** Names and what is said of them, as on a data sheet. */
export const SheetList = ({ entries }: { entries: readonly Entry[] }) => (
  <dl className="sheet-list">
    {entries.map(([name, text]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{text}</dd>
      </div>
    ))}
  </dl>
);

export const Refusals = ({ entries }: { entries: readonly Entry[] }) => (
  <ul className="refuse">
    {entries.map(([name, text]) => (
      <li key={name}>
        <h3>{name}</h3>
        <p>{text}</p>
      </li>
    ))}
  </ul>
);

export type Question = { question: string; answer: string };

/** Questions that open without a script. */
export const Faq = ({ questions }: { questions: readonly Question[] }) => (
  <div className="faq">
    {questions.map(({ question, answer }) => (
      <details key={question}>
        <summary>
          {question}
          <Icon name="down" />
        </summary>
        <p>{answer}</p>
      </details>
    ))}
  </div>
);

/** A picture of the product, dark where the page is. Those that are seen at once are not `later`. */
export function Shot({
  picture,
  children,
  later = true,
}: {
  picture: PictureName;
  children: ReactNode;
  later?: boolean;
}) {
  const { width, height, alt } = productPictures[picture];
  return (
    <figure className={width < 768 ? "screen is-phone" : "screen"}>
      <picture>
        <source
          data-dark=""
          media="(prefers-color-scheme: dark)"
          srcSet={pictureUrl(picture, "dark")}
        />
        <img
          src={pictureUrl(picture, "light")}
          width={width}
          height={height}
          alt={alt}
          loading={later ? "lazy" : "eager"}
          decoding="async"
        />
      </picture>
      <figcaption>{children}</figcaption>
    </figure>
  );
}

export type Step = {
  on: string;
  what: string;
  title: string;
  code?: string;
  note?: string;
  badge: [tone: Tone, icon: IconName, text: string];
  rows: [left: ReactNode, right: ReactNode][];
  kind?: "bad" | "now";
};

/** What happened, each step a knot in the line. */
export const Steps = ({ steps }: { steps: readonly Step[] }) => (
  <ol>
    {steps.map(({ on, what, title, code, note, badge: [tone, icon, says], rows, kind }) => (
      <li key={on} className={["ev hang", kind].filter(Boolean).join(" ")}>
        <div className="side">
          <b>{on}</b>
          {what}
        </div>
        <div className="panel">
          <div className="top">
            <b>{title}</b>
            {code && <span className="code muted">{code}</span>}
            {note && <span className="muted">{note}</span>}
            <span className="end">
              <Badge tone={tone} icon={icon}>
                {says}
              </Badge>
            </span>
          </div>
          <dl className="rows">
            {rows.map(([left, right], at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines of a fixed example
              <Row key={at} left={left} right={right} />
            ))}
          </dl>
        </div>
      </li>
    ))}
  </ol>
);

const Row = ({ left, right }: { left: ReactNode; right: ReactNode }) => (
  <>
    <dt>{left}</dt>
    <dd>{right}</dd>
  </>
);

/** The last words of a page, over the bob. */
export const Ending = ({
  title,
  children,
  acts,
}: {
  title: string;
  children: ReactNode;
  acts: ReactNode;
}) => (
  <div className="plumb-end">
    <h2>{title}</h2>
    <p>{children}</p>
    <div className="acts">{acts}</div>
  </div>
);

/** A text in paragraphs under headings, such as a legal one. */
export const Prose = ({ entries }: { entries: readonly (readonly [string, ...ReactNode[]])[] }) => (
  <div className="prose">
    {entries.map(([title, ...texts]) => (
      <section key={title}>
        <h2>{title}</h2>
        {texts.map((text, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs of a fixed text
          <p key={at}>{text}</p>
        ))}
      </section>
    ))}
  </div>
);
