/** A labelled list of which one value is chosen. */

type ChoiceProps<Value extends string> = {
  readonly name: string;
  readonly options: readonly (readonly [value: Value, label: string])[];
  readonly chosen: Value;
  readonly onChoose: (value: Value) => void;
};

export function Choice<Value extends string>({ name, options, chosen, onChoose }: ChoiceProps<Value>) {
  return (
    <label className="field">
      <span>{name}</span>
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
    </label>
  );
}
