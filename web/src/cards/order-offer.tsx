/** Says that a list is in another order by now, and offers it. Its place is kept, so that nothing moves when it comes. */
import { useText } from "../text/language.tsx";

type OrderOfferProps = { readonly hasChanged: boolean; readonly onAdopt: () => void };

export function OrderOffer({ hasChanged, onAdopt }: OrderOfferProps) {
  const { cards: text } = useText();
  return (
    <span className="order-offer" role="status">
      {hasChanged && (
        <button type="button" className="chip" onClick={onAdopt}>
          {text.reorder}
        </button>
      )}
    </span>
  );
}
