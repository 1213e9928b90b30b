/** A row with an outcome's name, its price as a probability, and a bar of that length. */
import type { Ticks } from "../../../src/core/units.ts";
import { useFormats, useOutcomeName, useText } from "../text/language.tsx";

type ChanceRowProps = {
  readonly name: string;
  /** Price of the outcome; `undefined` without quotes and trades. */
  readonly price: Ticks | undefined;
};

export function ChanceRow({ name, price }: ChanceRowProps) {
  const { markets } = useText();
  const formats = useFormats();
  const nameOf = useOutcomeName();
  return (
    <>
      <span className="chance-name">{nameOf(name)}</span>
      {price === undefined ? (
        <span className="chance-none">{markets.noPrice}</span>
      ) : (
        <span className="chance-value">{formats.chance(price)}</span>
      )}
      <span className="chance-bar" aria-hidden="true">
        <span style={{ width: `${(price ?? 0) / 100}%` }} />
      </span>
    </>
  );
}
