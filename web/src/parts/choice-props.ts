/** Properties of a choice of one value among several, in any presentation. */
export type ChoiceProps<Value extends string> = {
  readonly name: string;
  readonly options: readonly (readonly [value: Value, label: string])[];
  readonly chosen: Value;
  readonly onChoose: (value: Value) => void;
};
