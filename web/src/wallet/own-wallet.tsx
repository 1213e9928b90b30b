/** The trader's wallet: address, balance, test money, backup and sign-out. */
import { Link } from "wouter";
import { PAGE_PATHS } from "../../../src/http/page/page-paths.ts";
import { Avatar } from "../parts/avatar.tsx";
import { CopyButton } from "../parts/copy-button.tsx";
import { SendButton } from "../parts/send-button.tsx";
import { Failure, Loading } from "../parts/states.tsx";
import { profilePath } from "../paths.ts";
import { useSettings } from "../settings-context.ts";
import { useFormats, useText } from "../text/language.tsx";
import { isRevoked, useBalances } from "./balances.ts";
import { KeyExport } from "./key-export.tsx";
import { LeaveWallet } from "./leave-wallet.tsx";
import { NameSection } from "./name-section.tsx";
import { useSession } from "./session.tsx";
import type { Trader } from "./session.tsx";
import { SignInAgain } from "./sign-in-again.tsx";
import { TEST_MONEY, useFaucet } from "./use-faucet.ts";

export function OwnWallet({ trader }: { readonly trader: Trader }) {
  const { wallet } = useText();
  const { mode } = useSettings();
  const { showDialog } = useSession();
  const { address, privateKey } = trader.wallet;
  const away = (): void => showDialog(false);
  return (
    <>
      <div className="field">
        <span>{wallet.address}</span>
        <div className="row wallet-line">
          <Avatar address={address} size="large" />
          <code>{address}</code>
          <CopyButton text={address} name={wallet.address} />
        </div>
      </div>
      <NameSection trader={trader} />
      <Funds />
      {mode === "sandbox" && <Faucet />}
      <div className="row">
        <Link href={PAGE_PATHS.portfolio} onClick={away}>
          {wallet.portfolio}
        </Link>
        <Link href={profilePath(address)} onClick={away}>
          {wallet.profile}
        </Link>
      </div>
      {privateKey !== undefined && <Remember />}
      {privateKey !== undefined && <KeyExport privateKey={privateKey} />}
      <LeaveWallet />
    </>
  );
}

function Funds() {
  const { wallet } = useText();
  const formats = useFormats();
  const { data, error, refetch } = useBalances();
  if (isRevoked(error)) return <SignInAgain error={error} />;
  if (error !== null) return <Failure error={error} retry={() => void refetch()} />;
  if (data === undefined) return <Loading rows={1} />;
  return (
    <dl className="wallet-funds">
      <div>
        <dt>{wallet.balance}</dt>
        <dd className="number">{formats.money(data.collateral.available)}</dd>
      </div>
      <div>
        <dt>{wallet.held}</dt>
        <dd className="number">{formats.money(data.collateral.held)}</dd>
      </div>
    </dl>
  );
}

function Faucet() {
  const { wallet } = useText();
  const formats = useFormats();
  const amount = formats.money(TEST_MONEY);
  const funding = useFaucet();
  return (
    <>
      <SendButton isOff={funding.isPending} onClick={() => funding.mutate(TEST_MONEY)}>
        {wallet.faucet(amount)}
      </SendButton>
      <p className="up wallet-note" role="status">
        {funding.isSuccess ? wallet.funded(amount) : ""}
      </p>
      {funding.isError && <Failure error={funding.error} retry={funding.again} />}
    </>
  );
}

function Remember() {
  const { wallet } = useText();
  const { remembered, remember } = useSession();
  return (
    <>
      <label className="wallet-check">
        <input type="checkbox" checked={remembered} onChange={({ target }) => remember(target.checked)} />
        <span>
          {wallet.remember}
          <small className="soft">{wallet.rememberLong}</small>
        </span>
      </label>
      <div role="status">{!remembered && <p className="wallet-note">{wallet.forgotten}</p>}</div>
    </>
  );
}
