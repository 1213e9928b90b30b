/** The error of a revoked API key, with a button that creates a new one. */
import { useMutation } from "@tanstack/react-query";
import { explainError, Failure } from "../../parts/states.tsx";
import { useText } from "../../text/language.tsx";
import { useSession } from "./session.tsx";

export function SignInAgain({ error }: { readonly error: unknown }) {
  const text = useText();
  const { signInAgain } = useSession();
  const signInAction = useMutation({ mutationFn: signInAgain });
  return (
    <div className="failure" role="alert">
      <p>{text.wallet.revoked}</p>
      <p className="soft">{explainError(error, text)}</p>
      <button type="button" disabled={signInAction.isPending} onClick={() => signInAction.mutate()}>
        {signInAction.isPending ? text.wallet.working : text.wallet.signInAgain}
      </button>
      {signInAction.isError && <Failure error={signInAction.error} />}
    </div>
  );
}
