/** The fees of the example's market in words. */
import { HALF, lots } from "../../../src/core/units.ts";
import { useFormats } from "../text/language.tsx";
import { feeOfFills } from "../trade/fees.ts";
import type { Fees } from "../trade/fees.ts";
import { useLearnText } from "./learn-text.ts";

/** Number of shares in the example of the fee. */
const SIZE = lots(10_000);

/** Describes the fees; `fees` is `undefined` if no market serves as the example. */
export function FeeFacts({ fees }: { readonly fees: Fees | undefined }) {
  const { howItWorks: text } = useLearnText();
  return (
    <section className="panel" aria-labelledby="fees">
      <h2 id="fees">{text.fees}</h2>
      {fees !== undefined && <MarketFee fees={fees} />}
      <p>{text.each}</p>
    </section>
  );
}

function MarketFee({ fees }: { readonly fees: Fees }) {
  const { howItWorks: text } = useLearnText();
  const formats = useFormats();
  if (fees.rate === 0) return <p>{text.noFee}</p>;
  const most = feeOfFills(fees, [{ size: SIZE, price: HALF }]);
  return (
    <>
      <p>{text.someFee(formats.shares(SIZE), formats.money(most))}</p>
      <p>{fees.takerOnly ? text.takers : text.everybody}</p>
    </>
  );
}
