/** Offers the new order of a list. Its space is always reserved, so that nothing moves when it appears. */
import { useText } from "../../text/language.tsx";

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
