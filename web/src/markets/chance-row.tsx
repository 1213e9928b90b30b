/** One outcome: its name, its chance and a bar as long as the chance. */
import type { Ticks } from "../../../src/core/units.ts";
import { useFormats, useText } from "../text/language.tsx";

type ChanceRowProps = {
  readonly name: string;
  /** `undefined` where nobody has set one. */
  readonly price: Ticks | undefined;
};

export function ChanceRow({ name, price }: ChanceRowProps) {
  const { markets } = useText();
  const formats = useFormats();
  return (
    <>
      <span className="chance-name">{name}</span>
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
