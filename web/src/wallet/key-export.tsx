/** The wallet's private key, shown only on request. */
import { useState } from "react";
import { useText } from "../text/language.tsx";
import { CopyButton } from "../parts/copy-button.tsx";

export function KeyExport({ privateKey }: { readonly privateKey: string }) {
  const { wallet } = useText();
  const [shown, setShown] = useState(false);
  return (
    <details className="wallet-way">
      <summary>{wallet.export}</summary>
      <div className="stack">
        <p className="soft">{wallet.exportLong}</p>
        {shown && <code className="wallet-key">{privateKey}</code>}
        <div className="row">
          <button type="button" className="small" onClick={() => setShown(!shown)}>
            {shown ? wallet.hide : wallet.reveal}
          </button>
          {shown && <CopyButton text={privateKey} name={wallet.privateKey} />}
        </div>
      </div>
    </details>
  );
}
