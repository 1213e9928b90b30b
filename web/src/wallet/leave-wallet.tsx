/** Signs out. It warns first if the private key exists nowhere else. */
import { useState } from "react";
import { useText } from "../text/language.tsx";
import { useSession } from "./session.tsx";

export function LeaveWallet() {
  const { common, wallet } = useText();
  const { trader, leave } = useSession();
  const [warned, setWarned] = useState(false);
  const isLost = trader?.wallet.privateKey !== undefined;
  if (!warned)
    return (
      <button type="button" className="wallet-leave" onClick={isLost ? () => setWarned(true) : leave}>
        {wallet.leave}
      </button>
    );
  return (
    <div className="failure" role="alert">
      <p>{wallet.leaveWarning}</p>
      <div className="row">
        <button type="button" onClick={leave}>
          {wallet.leaveAnyway}
        </button>
        <button type="button" onClick={() => setWarned(false)}>
          {common.cancel}
        </button>
      </div>
    </div>
  );
}
