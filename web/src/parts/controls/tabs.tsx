/** Tabs with one panel, switched by arrow keys, Home and End. */
import { useId, useRef } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import type { ChoiceProps } from "./choices.tsx";

type TabsProps<Tab extends string> = {
  /** Name of all tabs together, for screen readers. */
  readonly name: string;
  readonly tabs: readonly (readonly [tab: Tab, label: string])[];
  readonly chosen: Tab;
  readonly onChoose: (tab: Tab) => void;
  readonly children: ReactNode;
};

const STEPS: Readonly<Record<string, (place: number, count: number) => number>> = {
  ArrowRight: (place, count) => (place + 1) % count,
  ArrowLeft: (place, count) => (place - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

export function Tabs<Tab extends string>(props: TabsProps<Tab>) {
  const { name, tabs, chosen, onChoose, children } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  function press(event: KeyboardEvent): void {
    const place = tabs.findIndex(([tab]) => tab === chosen);
    const next = STEPS[event.key]?.(place, tabs.length);
    const tab = next === undefined ? undefined : tabs[next];
    if (next === undefined || tab === undefined) return;
    event.preventDefault();
    onChoose(tab[0]);
    list.current?.querySelectorAll("button")[next]?.focus();
  }
  return (
    <>
      <div ref={list} className="tab-list" role="tablist" aria-label={name} onKeyDown={press}>
        {tabs.map(([tab, label]) => (
          <button
            key={tab}
            type="button"
            role="tab"
            id={`${id}${tab}`}
            aria-selected={tab === chosen}
            aria-controls={`${id}panel`}
            tabIndex={tab === chosen ? 0 : -1}
            onClick={() => onChoose(tab)}
          >
            {label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}panel`} aria-labelledby={`${id}${chosen}`}>
        {children}
      </div>
    </>
  );
}

// Joined buttons, of which one is pressed. A tooltip has the full meaning of a short label.

type SegmentsProps<Value extends string> = ChoiceProps<Value> & {
  readonly titles?: Readonly<Record<Value, string>>;
};

export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { name, options, chosen, onChoose, titles } = props;
  return (
    <div className="segments" role="group" aria-label={name}>
      {options.map(([value, label]) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === chosen}
          title={titles?.[value]}
          onClick={() => onChoose(value)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
