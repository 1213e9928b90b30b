/** Choices of one option among a few: as buttons, as a select box, inside a sentence. */

/** Properties of a choice of one value among several, in any presentation. */
export type ChoiceProps<Value extends string> = {
  readonly name: string;
  readonly options: readonly (readonly [value: Value, label: string])[];
  readonly chosen: Value;
  readonly onChoose: (value: Value) => void;
};

// A row of buttons, of which one is selected.

export function ChoiceButtons<Value extends string>({ name, options, chosen, onChoose }: ChoiceProps<Value>) {
  return (
    <div className="tabs" role="group" aria-label={name}>
      {options.map(([value, label]) => (
        <button key={value} type="button" aria-pressed={value === chosen} onClick={() => onChoose(value)}>
          {label}
        </button>
      ))}
    </div>
  );
}

// A select of values with labels.

type ChoiceSelectProps<Value extends string> = Omit<ChoiceProps<Value>, "name">;

export function ChoiceSelect<Value extends string>({ options, chosen, onChoose }: ChoiceSelectProps<Value>) {
  return (
    <select
      value={chosen}
      onChange={({ target }) => onChoose(options.find(([value]) => value === target.value)?.[0] ?? chosen)}
    >
      {options.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

// A list from which one value is chosen, in one line with its label.

export const InlineChoice = <Value extends string>({ name, ...choice }: ChoiceProps<Value>) => (
  <label className="inline-field">
    <span>{name}</span>
    <ChoiceSelect {...choice} />
  </label>
);
