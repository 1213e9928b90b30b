/** The wallet dialog: ways to get a wallet, or the one in use. */
import { useId } from "react";
import { useModal } from "../parts/use-modal.ts";
import { useText } from "../text/language.tsx";
import { NewWallet } from "./new-wallet.tsx";
import { OwnWallet } from "./own-wallet.tsx";
import { useSession } from "./session.tsx";

export function WalletDialog() {
  const { common, wallet } = useText();
  const { trader, isDialogOpen, showDialog } = useSession();
  const modal = useModal(isDialogOpen, () => showDialog(false));
  const title = useId();
  return (
    <dialog {...modal} className="wallet-dialog" aria-labelledby={title}>
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
