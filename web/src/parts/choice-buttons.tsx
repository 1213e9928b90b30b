/** A row of buttons, of which one is selected. */

type Props<Value extends string> = {
  readonly name: string;
  readonly options: readonly (readonly [value: Value, label: string])[];
  readonly chosen: Value;
  readonly onChoose: (value: Value) => void;
};

export function ChoiceButtons<Value extends string>({ name, options, chosen, onChoose }: Props<Value>) {
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
