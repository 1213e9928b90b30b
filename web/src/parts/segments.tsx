/** Joined buttons, of which one is pressed. A tooltip has the full meaning of a short label. */
import type { ChoiceProps } from "./choice-props.ts";

type SegmentsProps<Value extends string> = ChoiceProps<Value> & {
  readonly titles?: Readonly<Record<Value, string>>;
};

export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { name, options, chosen, onChoose, titles } = props;
  return (
    <div className="segments" role="group" aria-label={name}>
      {options.map(([value, label]) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === chosen}
          title={titles?.[value]}
          onClick={() => onChoose(value)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
