/** A text field with the browser's suggestions. Its text is applied on Enter, and when the field loses the focus. */
import { useId, useState } from "react";

/** A suggested text, with the label shown for it. */
export type Suggestion = { readonly value: string; readonly label?: string };

type SuggestingFieldProps = {
  readonly name: string;
  readonly hint: string;
  /** Current text of the filter; "" without one. */
  readonly given: string;
  readonly suggestions: readonly Suggestion[];
  readonly onType: (typed: string) => void;
  /** Applies the text; returns an error message if it is invalid. */
  readonly onTake: (typed: string) => string | undefined;
};

export function SuggestingField(props: SuggestingFieldProps) {
  const { name, hint, given, suggestions, onType, onTake } = props;
  const id = useId();
  const [typed, setTyped] = useState(given);
  const [problem, setProblem] = useState<string>();
  const take = (text: string): void => {
    if (text.trim() !== given) setProblem(onTake(text.trim()));
  };
  const type = (text: string): void => {
    setTyped(text);
    setProblem(undefined);
    onType(text);
    if (suggestions.some(({ value }) => value === text)) take(text);
  };
  return (
    <div className="field">
      <label htmlFor={id}>{name}</label>
      <input
        id={id}
        type="search"
        autoComplete="off"
        list={`${id}-list`}
        value={typed}
        placeholder={hint}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : `${id}-problem`}
        onChange={({ target }) => type(target.value)}
        onKeyDown={({ key }) => key === "Enter" && take(typed)}
        onBlur={() => take(typed)}
      />
      <datalist id={`${id}-list`}>
        {suggestions.map(({ value, label }) => (
          <option key={value} value={value} label={label} />
        ))}
      </datalist>
      {problem !== undefined && (
        <small id={`${id}-problem`} className="down" role="alert">
          {problem}
        </small>
      )}
    </div>
  );
}
