import type { ReactNode } from "react";
import type { QrModules } from "#app/shared/label-qr.ts";
import { Icon } from "./icon.tsx";
import { QrCode } from "./qr.tsx";

type DeskProps = {
  /** The link to where the reader came from. */
  back: ReactNode;
  /** Where the same paper is kept as a PDF. */
  pdf?: string;
  onPrint?: () => void;
  note?: ReactNode;
  children: ReactNode;
};

/** The desk on which sheets of paper lie, with what may be done with them. */
export function PrintDesk({ back, pdf, onPrint = () => print(), note, children }: DeskProps) {
  return (
    <div className="desk">
      <div className="desk-bar">
        {back}
        <div className="end">
          {pdf && (
            <a className="btn" href={pdf}>
              <Icon name="dl" />
              PDF
            </a>
          )}
          <button className="btn btn-primary" type="button" onClick={onPrint}>
            <Icon name="print" />
            Print
          </button>
        </div>
        {note}
      </div>
      {children}
    </div>
  );
}

type HeadProps = {
  company: string;
  /** The address of the logo. */
  logo: string | null;
  /** What stands under the company's name. */
  header: string;
  qr: QrModules;
  qrName: string;
  /** What the number is called. */
  numberName: string;
  number: string;
  /** What stands under the number. */
  under: string;
};

/** The company, the code that opens the record, and its number. */
export function SlipHead(props: HeadProps) {
  const { company, logo, header, qr, qrName, numberName, number, under } = props;
  return (
    <header className="slip-head">
      <div>
        {logo && <img className="slip-logo" src={logo} alt="" />}
        <div className="co">{company}</div>
        <small className="slip-text">{header}</small>
      </div>
      <span className="slip-qr">
        <QrCode qr={qr} title={qrName} />
      </span>
      <div className="tk">
        <small>{numberName}</small>
        <b>{number}</b>
        <small>{under}</small>
      </div>
    </header>
  );
}

type Fact = { name: string; text: ReactNode; isCode?: boolean };

/** The record's facts in a ruled grid. */
export function SlipFacts({ facts }: { facts: Fact[] }) {
  return (
    <dl className="slip-grid">
      {facts.map(({ name, text, isCode }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={isCode ? "code" : undefined}>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Longer texts, each under its title. */
export const SlipTexts = ({ texts }: { texts: { title: string; text: string }[] }) =>
  texts.map(({ title, text }) => (
    <section key={title}>
      <h2>{title}</h2>
      <p className="slip-text">{text}</p>
    </section>
  ));

/** Where the paper comes from, the record's number, and a word on this sheet. */
export function SlipFoot({ host, number, last }: { host: string; number: string; last: string }) {
  return (
    <footer className="slip-foot">
      <span>Plumbline, {host}</span>
      <span>{number}</span>
      <span>{last}</span>
    </footer>
  );
}
