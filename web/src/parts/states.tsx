/** Placeholders for content: loading, empty and failed. */
import type { ReactNode } from "react";
import { UnsafeRetryError, isUnanswered, RejectedError, UnreachableError } from "../api/client.ts";
import { useText } from "../text/language.tsx";
import type { Text } from "../text/en.ts";
import { WalletError } from "../account/wallet/browser-wallet.ts";

export function Loading({ rows = 3 }: { readonly rows?: number }) {
  const text = useText();
  return (
    <div className="loading" role="status">
      <span className="visually-hidden">{text.common.loading}</span>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} className="loading-row" aria-hidden="true" />
      ))}
    </div>
  );
}

export const Empty = ({ children }: { readonly children: ReactNode }) => <p className="empty">{children}</p>;

type FailureProps = { readonly error: unknown; readonly retry?: (() => void) | undefined };

export function Failure({ error, retry }: FailureProps) {
  const text = useText();
  return (
    <div className="failure" role="alert">
      <p>
        <strong>{isUnknownOutcome(error) ? text.common.noAnswer : text.common.failed}.</strong>{" "}
        {explainError(error, text)}
      </p>
      {retry && (
        <button type="button" onClick={retry}>
          {text.common.retry}
        </button>
      )}
    </div>
  );
}

const isUnknownOutcome = (error: unknown): boolean =>
  error instanceof UnsafeRetryError || isUnanswered(error);

/** Shows the code of a refusal, for developers. */
export const RejectionCodeText = ({ error }: { readonly error: unknown }) =>
  error instanceof RejectedError &&
  error.code !== "" && (
    <small>
      <code>{error.code}</code>
    </small>
  );

/** Explains an error to the user, in the language of the page. */
export function explainError(error: unknown, text: Text): string {
  if (isUnanswered(error)) return text.common.unanswered;
  if (error instanceof UnsafeRetryError) return text.common.doneAgain;
  if (error instanceof UnreachableError) return text.common.unreachable;
  if (error instanceof WalletError) return text.wallet.problems[error.fault](error.chainId);
  if (error instanceof RejectedError && error.status === SERVER_FAULT) return text.common.fault;
  if (error instanceof RejectedError && error.code === "unauthorized") return text.common.notSignedIn;
  if (error instanceof RejectedError)
    return error.hint === "" ? error.message : `${toSentence(error.message)} ${toSentence(error.hint)}`;
  return error instanceof Error ? error.message : String(error);
}

const SERVER_FAULT = 500;

const toSentence = (words: string): string => {
  const first = words.slice(0, 1).toUpperCase() + words.slice(1);
  return /[.!?]$/.test(first) ? first : `${first}.`;
};
