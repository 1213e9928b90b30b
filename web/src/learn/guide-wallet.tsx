/** The first step of the guide: a wallet. In a sandbox one click creates it. */
import { useMutation } from "@tanstack/react-query";
import { Failure } from "../parts/states.tsx";
import { useSettings } from "../settings-context.ts";
import { useText } from "../text/language.tsx";
import { useSession } from "../wallet/session.tsx";
import { useGuideText } from "./learn-text.ts";

export function WalletStep() {
  const { wallet } = useText();
  const text = useGuideText();
  const { mode } = useSettings();
  const { showDialog } = useSession();
  return (
    <>
      <p>{mode === "sandbox" ? text.wallet.sandbox : text.wallet.production}</p>
      <div className="guide-do">
        {mode === "sandbox" && <MakeWallet />}
        <button
          type="button"
          className={mode === "sandbox" ? "" : "primary"}
          onClick={() => showDialog(true)}
        >
          {mode === "sandbox" ? text.wallet.other : wallet.title}
        </button>
      </div>
    </>
  );
}

function MakeWallet() {
  const { wallet } = useText();
  const text = useGuideText();
  const { signInWithNewKey } = useSession();
  const making = useMutation({ mutationFn: signInWithNewKey });
  return (
    <>
      <button
        type="button"
        className="primary"
        // A disabled button would lose the focus.
        aria-disabled={making.isPending}
        onClick={() => !making.isPending && making.mutate()}
      >
        {making.isPending ? wallet.working : text.wallet.make}
      </button>
      {making.isError && <Failure error={making.error} />}
    </>
  );
}
