/** A field that filters the markets of an event by name. Enter jumps to the first one; the down arrow moves into the list. */
import type { KeyboardEvent } from "react";
import { useFormats, useText } from "../text/language.tsx";

type Props = {
  readonly words: string;
  readonly found: number;
  readonly type: (words: string) => void;
  /** Selects the first of the found markets. */
  readonly jump: () => void;
};

export function OutcomeFilter({ words, found, type, jump }: Props) {
  const { event: text, resultsFound } = useText().markets;
  const formats = useFormats();
  const press = (event: KeyboardEvent): void => {
    if (event.key === "Enter") jump();
    if (event.key === "Escape" && words !== "") {
      event.preventDefault();
      type("");
    }
  };
  return (
    <>
      <input
        type="search"
        className="outcome-filter"
        aria-label={text.filter}
        placeholder={text.filter}
        title={text.filterHint}
        autoComplete="off"
        value={words}
        onChange={({ target }) => type(target.value)}
        onKeyDown={press}
      />
      <span className="visually-hidden" role="status">
        {words.trim() === "" ? "" : resultsFound(formats.count(found))}
      </span>
    </>
  );
}

/** Moves the focus with the arrow keys between the field and the names of the listed markets. */
export function moveInList(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(".outcome-filter, .outcome-name")];
  const place = stops.findIndex((stop) => stop === document.activeElement);
  const next = place === -1 ? undefined : stops[place + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
