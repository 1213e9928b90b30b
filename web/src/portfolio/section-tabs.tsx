/** The sections of the portfolio as tabs, which arrow keys switch. */
import { useId, useRef } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import { useText } from "../text/language.tsx";

const SECTIONS = ["positions", "orders", "history", "closed", "ledger"] as const;
export type Section = (typeof SECTIONS)[number];

type Props = {
  readonly section: Section;
  readonly choose: (section: Section) => void;
  readonly children: ReactNode;
};

export function SectionTabs({ section, choose, children }: Props) {
  const { portfolio } = useText();
  const id = useId();
  const tabs = useRef<HTMLDivElement>(null);
  function pressed({ key }: KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (step === undefined) return;
    const place = (SECTIONS.indexOf(section) + step + SECTIONS.length) % SECTIONS.length;
    choose(SECTIONS[place] ?? section);
    tabs.current?.querySelectorAll("button")[place]?.focus();
  }
  return (
    <>
      <div ref={tabs} className="tabs" role="tablist" aria-label={portfolio.sections} onKeyDown={pressed}>
        {SECTIONS.map((one) => (
          <button
            key={one}
            type="button"
            role="tab"
            id={`${id}${one}`}
            aria-selected={one === section}
            aria-controls={`${id}panel`}
            tabIndex={one === section ? 0 : -1}
            onClick={() => choose(one)}
          >
            {portfolio[one]}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}panel`} aria-labelledby={`${id}${section}`} className="stack">
        <h2 className="visually-hidden">{portfolio[section]}</h2>
        {children}
      </div>
    </>
  );
}
