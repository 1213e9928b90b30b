/** Warns before the page closes with a private key that is stored nowhere, and preserves the key across a reload. */
import { useCallback, useEffect, useRef } from "react";
import { handOver } from "./stored-session.ts";
import type { SignedInWallet } from "./use-wallet-memory.ts";

export function useLeaveWarning(signedIn: SignedInWallet | undefined, remembered: boolean) {
  const privateKey = remembered ? undefined : signedIn?.wallet.privateKey;
  const isHandedOver = useRef(false);
  useEffect(() => {
    if (privateKey === undefined) return undefined;
    const warn = (event: BeforeUnloadEvent): void => {
      if (!isHandedOver.current) event.preventDefault();
    };
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [privateKey]);
  /** Reloads the page, and preserves the visit's wallet. */
  const reload = useCallback((): void => {
    if (privateKey !== undefined && signedIn !== undefined)
      handOver({ privateKey, credentials: signedIn.credentials });
    isHandedOver.current = true;
    location.reload();
  }, [privateKey, signedIn]);
  return { reload };
}
