/** The wallet button in the page header, which shows the available money and opens the dialog. */
import { Avatar } from "../parts/avatar.tsx";
import { ShownName } from "../people/shown-name.tsx";
import { useFormats, useText } from "../text/language.tsx";
import { isRevoked, useBalances } from "./balances.ts";
import { useOwnName } from "./own-name.ts";
import { useSession } from "./session.tsx";
import { WalletDialog } from "./wallet-dialog.tsx";
import "../styles/wallet.css";

export function WalletButton() {
  const { trader, showDialog } = useSession();
  return (
    <div className="wallet">
      <button
        type="button"
        className={trader ? "" : "primary"}
        aria-haspopup="dialog"
        onClick={() => showDialog(true)}
      >
        {trader === undefined ? <NoWallet /> : <Funds address={trader.wallet.address} />}
      </button>
      <WalletDialog />
    </div>
  );
}

const NoWallet = () => useText().wallet.create;

function Funds({ address }: { readonly address: string }) {
  const { wallet } = useText();
  const formats = useFormats();
  const { data, error } = useBalances();
  const { data: own } = useOwnName();
  return (
    <>
      <span className="visually-hidden">{wallet.button}: </span>
      <Avatar address={address} />
      {isRevoked(error) && <span className="wallet-alarm">{wallet.signInAgain}</span>}
      {error === null && data !== undefined && (
        <span className="number">{formats.money(data.collateral.available)}</span>
      )}
      <span className="wallet-short" title={address}>
        <ShownName address={address} name={own?.name ?? ""} />
      </span>
    </>
  );
}
