/** Buttons for the sort order of events, and for open or closed ones. */
import { useLocation } from "wouter";
import { useText } from "../text/language.tsx";
import { homeAddress, SORTS, STATES } from "./home-filter.ts";
import type { HomeFilter } from "./home-filter.ts";

export function ListControls({ filter }: { readonly filter: HomeFilter }) {
  const { markets: text } = useText();
  const [, navigate] = useLocation();
  const show = (change: Partial<HomeFilter>): void =>
    navigate(homeAddress({ ...filter, ...change }), { replace: true });
  return (
    <div className="list-controls">
      <div className="segments" role="group" aria-label={text.show}>
        {STATES.map((state) => (
          <button
            key={state}
            type="button"
            aria-pressed={state === filter.state}
            onClick={() => show({ state })}
          >
            {text.states[state]}
          </button>
        ))}
      </div>
      <label className="inline-field">
        <span>{text.sort}</span>
        <select
          value={filter.sort}
          onChange={({ target }) => show({ sort: SORTS.find((sort) => sort === target.value) ?? "active" })}
        >
          {SORTS.map((sort) => (
            <option key={sort} value={sort}>
              {text.sorts[sort]}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
