/** Buttons for the sort order of events, and for open or closed ones. */
import { useLocation } from "wouter";
import { InlineChoice } from "../parts/inline-choice.tsx";
import { Segments } from "../parts/segments.tsx";
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
      <Segments
        name={text.show}
        options={STATES.map((state) => [state, text.states[state]] as const)}
        chosen={filter.state}
        onChoose={(state) => show({ state })}
      />
      <InlineChoice
        name={text.sort}
        options={SORTS.map((sort) => [sort, text.sorts[sort]] as const)}
        chosen={filter.sort}
        onChoose={(sort) => show({ sort })}
      />
    </div>
  );
}
