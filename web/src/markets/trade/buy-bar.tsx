/** A bar for phones: a button for each outcome with its price, which opens the ticket in a sheet over the page. */
import { useBook } from "../../api/live/live-context.tsx";
import type { Market } from "../market.ts";
import { useModal } from "../../parts/hooks/use-modal.ts";
import { useSwipeDown } from "../../parts/hooks/use-swipe-down.ts";
import { useFormats, useOutcomeName, useText } from "../../text/language.tsx";
import { OrderTicket } from "./ticket/order-ticket.tsx";
import { listOppositeLevels } from "./walk-book.ts";
import "../../styles/markets/buy-bar.css";

/** Media query for the bar; its style sheet has the same one. */
const PHONE = "(max-width: 40rem)";

export const hasBuyBar = (): boolean => matchMedia(PHONE).matches;

type BuyBarProps = {
  readonly market: Market;
  /** True in an event of several markets: the bar then names its market. */
  readonly isNamed: boolean;
  readonly outcome: 0 | 1;
  readonly onOutcome: (outcome: 0 | 1) => void;
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
};

export function BuyBar({ market, isNamed, outcome, onOutcome, isOpen, setOpen }: BuyBarProps) {
  const { trade, markets } = useText();
  const close = (): void => setOpen(false);
  const modal = useModal(isOpen, close);
  const swipe = useSwipeDown(close);
  const name = `${trade.title}: ${market.name}`;
  if (market.closed) return undefined;
  const open = (chosen: 0 | 1): void => {
    onOutcome(chosen);
    setOpen(true);
  };
  return (
    <>
      <div className="buy-bar">
        {isNamed && <p className="buy-bar-market">{market.name}</p>}
        {market.acceptingOrders ? (
          <>
            <OpenButton market={market} own={0} open={open} />
            <OpenButton market={market} own={1} open={open} />
          </>
        ) : (
          <p className="mark warn buy-bar-market">{markets.event.paused}</p>
        )}
      </div>
      <dialog {...modal} className="sheet" aria-label={name} style={{ translate: `0 ${swipe.distance}px` }}>
        <SheetHead title={market.name} handle={swipe.handle} close={close} />
        <div className="sheet-content trade">
          {isOpen && <OrderTicket {...{ market, outcome, onOutcome }} picked={undefined} onSent={close} />}
        </div>
      </dialog>
    </>
  );
}

/** Maximum letters beside a price. A longer text is shown without its verb. */
const MAX_LETTERS = 8;

type OpenButtonProps = {
  readonly market: Market;
  readonly own: 0 | 1;
  readonly open: (outcome: 0 | 1) => void;
};

function OpenButton({ market, own, open }: OpenButtonProps) {
  const { common, trade } = useText();
  const formats = useFormats();
  const nameOf = useOutcomeName();
  const { tokenId, name } = market.outcomes[own];
  const { book } = useBook(tokenId);
  const best = listOppositeLevels(book, "BUY")[0]?.price;
  const price = best === undefined ? "" : formats.cents(best);
  const outcome = nameOf(name);
  const buttonText = trade.submit(common.buy, outcome);
  return (
    <button
      type="button"
      className={own === 0 ? "submit-buy" : "submit-sell"}
      aria-haspopup="dialog"
      aria-label={`${buttonText} ${price}`}
      onClick={() => open(own)}
    >
      <span className="buy-bar-name">{buttonText.length > MAX_LETTERS ? outcome : buttonText}</span>{" "}
      <span className="number">{price}</span>
    </button>
  );
}

type SheetHeadProps = {
  readonly title: string;
  readonly handle: ReturnType<typeof useSwipeDown>["handle"];
  readonly close: () => void;
};

function SheetHead({ title, handle, close }: SheetHeadProps) {
  const { common } = useText();
  return (
    <div className="sheet-head" {...handle}>
      <strong>{title}</strong>
      <button type="button" className="plain" aria-label={common.close} onClick={close}>
        ✕
      </button>
    </div>
  );
}
