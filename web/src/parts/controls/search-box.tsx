/** The search field for events, with a list of results below it that also works by keyboard. */
import { useEffect, useId, useState } from "react";
import type { KeyboardEvent } from "react";
import { useLocation } from "wouter";
import { buildSearchAddress } from "../../discover/find/find-choices.ts";
import { SearchResults } from "../../discover/home/market-list.tsx";
import { useSearch } from "../../markets/queries/use-search.ts";
import { eventPath } from "../../base/paths.ts";
import { useText } from "../../text/language.tsx";
import "../../styles/markets/markets.css";

export function SearchBox() {
  const { layout, markets: text } = useText();
  const id = useId();
  const box = useSearchBox();
  useSlashKey();
  const { words, chosen, isOpen } = box;
  return (
    <search className="search">
      <input
        id={FIELD}
        type="search"
        aria-keyshortcuts="/"
        role="combobox"
        autoComplete="off"
        aria-label={layout.search}
        placeholder={layout.search}
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-describedby={`${id}-hint`}
        aria-activedescendant={isOpen && chosen >= 0 ? `${id}-${chosen}` : undefined}
        value={words}
        onChange={({ target }) => box.type(target.value)}
        onKeyDown={box.press}
        onFocus={box.open}
        onBlur={box.close}
      />
      <span id={`${id}-hint`} hidden>
        {text.searchHint}
      </span>
      <SearchResults
        {...{ id, words, chosen, isOpen }}
        found={box.found}
        onChoose={box.go}
        onShowAll={box.showAll}
      />
    </search>
  );
}

const FIELD = "page-search";

/** Focuses the field, which on a phone is visible only with the focus. */
export const focusSearch = (): void => document.getElementById(FIELD)?.focus();

/** Focuses the field when `/` is pressed outside of a text field. */
function useSlashKey(): void {
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent): void => {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      const isTyping =
        target instanceof Element && target.closest("input, textarea, select, dialog") !== null;
      if (key !== "/" || ctrlKey || metaKey || altKey || isTyping) return;
      event.preventDefault();
      focusSearch();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

function useSearchBox() {
  const [words, setWords] = useState("");
  const [wanted, setOpen] = useState(false);
  const [chosen, setChosen] = useState(-1);
  const [, navigate] = useLocation();
  const search = useSearch(words);
  const { events } = search;
  const isOpen = wanted && words.trim() !== "";
  const close = (): void => setOpen(false);
  const type = (typed: string): void => {
    setWords(typed);
    setChosen(-1);
    setOpen(true);
  };
  const leaveTo = (address: string): void => {
    type("");
    close();
    navigate(address);
    document.querySelector("main")?.focus();
  };
  const go = (index: number): void => {
    const event = events[index];
    if (event !== undefined) leaveTo(eventPath(event.slug));
  };
  const showAll = (): void => leaveTo(buildSearchAddress({ words: words.trim() }));
  const press = (key: KeyboardEvent): void => {
    const step = STEPS[key.key];
    if (key.key === "Escape") {
      if (isOpen) key.preventDefault();
      close();
    } else if (key.key === "Enter" && words.trim() !== "") {
      if (chosen >= 0) go(chosen);
      else showAll();
    } else if (step !== undefined && words.trim() !== "") {
      key.preventDefault();
      setOpen(true);
      setChosen(isOpen ? wrapIndex(chosen + step, events.length) : 0);
    }
  };
  return { words, chosen, isOpen, found: search, close, type, go, showAll, press, open: () => setOpen(true) };
}

/** Wraps the selection around; the index -1 means the field itself. */
const wrapIndex = (index: number, count: number): number =>
  index < -1 ? count - 1 : index >= count ? -1 : index;
