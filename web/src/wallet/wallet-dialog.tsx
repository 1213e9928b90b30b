/** The wallet dialog: ways to get a wallet, or the one in use. */
import { useEffect, useId, useRef } from "react";
import { useText } from "../text/language.tsx";
import { NewWallet } from "./new-wallet.tsx";
import { OwnWallet } from "./own-wallet.tsx";
import { useSession } from "./session.tsx";

export function WalletDialog() {
  const { common, wallet } = useText();
  const { trader, asking, ask } = useSession();
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  useEffect(() => {
    if (asking) dialog.current?.showModal();
    else dialog.current?.close();
  }, [asking]);
  return (
    <dialog
      ref={dialog}
      className="wallet-dialog"
      aria-labelledby={title}
      onClose={() => ask(false)}
      // A click on the dialog element itself is a click outside its content.
      onClick={({ target }) => target === dialog.current && ask(false)}
    >
      <div className="stack wallet-content">
        <div className="row wallet-head">
          <h2 id={title}>{wallet.title}</h2>
          <button type="button" className="plain" aria-label={common.close} onClick={() => ask(false)}>
            ✕
          </button>
        </div>
        {asking && (trader === undefined ? <NewWallet /> : <OwnWallet trader={trader} />)}
      </div>
    </dialog>
  );
}
