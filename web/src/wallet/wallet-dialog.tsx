/** The wallet dialog: ways to get a wallet, or the one in use. */
import { useEffect, useId, useRef } from "react";
import { useText } from "../text/language.tsx";
import { NewWallet } from "./new-wallet.tsx";
import { OwnWallet } from "./own-wallet.tsx";
import { useSession } from "./session.tsx";

export function WalletDialog() {
  const { common, wallet } = useText();
  const { trader, isDialogOpen, showDialog } = useSession();
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  useEffect(() => {
    if (isDialogOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isDialogOpen]);
  return (
    <dialog
      ref={dialog}
      className="wallet-dialog"
      aria-labelledby={title}
      onClose={() => showDialog(false)}
      // A click on the dialog element itself is a click outside its content.
      onClick={({ target }) => target === dialog.current && showDialog(false)}
    >
      <div className="stack wallet-content">
        <div className="row wallet-head">
          <h2 id={title}>{wallet.title}</h2>
          <button type="button" className="plain" aria-label={common.close} onClick={() => showDialog(false)}>
            ✕
          </button>
        </div>
        {isDialogOpen && (trader === undefined ? <NewWallet /> : <OwnWallet trader={trader} />)}
      </div>
    </dialog>
  );
}
