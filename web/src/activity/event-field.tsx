/** Field that selects an event by words of its title. */
import { useState } from "react";
import { useSearch } from "../markets/use-search.ts";
import { useText } from "../text/language.tsx";
import { SuggestingField } from "./suggesting-field.tsx";

type EventFieldProps = {
  /** Title of the selected event; "" without one. */
  readonly title: string;
  /** Called with the slug; "" for all events. */
  readonly onChoose: (slug: string) => void;
};

export function EventField({ title, onChoose }: EventFieldProps) {
  const { activity: text } = useText();
  const [words, setWords] = useState("");
  const { events, settled } = useSearch(words);
  const take = (typed: string): string | undefined => {
    if (typed === "") onChoose("");
    else {
      const found = events.find((event) => event.title === typed) ?? (settled ? events[0] : undefined);
      if (found === undefined) return text.noEvent;
      onChoose(found.slug);
    }
    return undefined;
  };
  return (
    <SuggestingField
      key={title}
      name={text.event}
      hint={text.allEvents}
      given={title}
      suggestions={events.map(({ title: value }) => ({ value }))}
      onType={setWords}
      onTake={take}
    />
  );
}
