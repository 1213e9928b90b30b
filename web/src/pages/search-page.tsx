/** The search page: found markets, people and tags. */
import { useState } from "react";
import type { SyntheticEvent } from "react";
import { useLocation } from "wouter";
import { buildSearchAddress, useFindChoices } from "../discover/find/find-choices.ts";
import type { FindChoices } from "../discover/find/find-choices.ts";
import { Found } from "../discover/find/found.tsx";
import { Empty } from "../parts/states.tsx";
import { useTitle } from "../parts/controls/brand.tsx";
import { useText } from "../text/language.tsx";
import "../styles/markets/markets.css";
import "../styles/discover/cards.css";
import "../styles/discover/find.css";

/** Maximum length of a search that the exchange accepts. */
const MAX_CHARACTERS = 500;

export function SearchPage() {
  const { find: text } = useText();
  const choices = useFindChoices();
  const { words } = choices;
  useTitle(words === "" ? text.title : `${words} · ${text.title}`);
  return (
    <div className="stack">
      <h1>{text.title}</h1>
      <WordsForm key={words} choices={choices} />
      {words === "" ? <Empty>{text.start}</Empty> : <Found choices={choices} />}
    </div>
  );
}

function WordsForm({ choices }: { readonly choices: FindChoices }) {
  const { find: text } = useText();
  const [, navigate] = useLocation();
  const [typed, setTyped] = useState(choices.words);
  const search = (event: SyntheticEvent): void => {
    event.preventDefault();
    navigate(buildSearchAddress({ ...choices, kind: undefined, words: typed.trim() }));
  };
  return (
    <form className="find-form" onSubmit={search}>
      <label className="visually-hidden" htmlFor="find-words">
        {text.words}
      </label>
      <input
        id="find-words"
        type="search"
        maxLength={MAX_CHARACTERS}
        value={typed}
        placeholder={text.words}
        onChange={({ target }) => setTyped(target.value)}
      />
      <button type="submit" className="primary">
        {text.submit}
      </button>
    </form>
  );
}
