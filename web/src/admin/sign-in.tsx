/** The sign-in form, which checks the operator's token with the exchange. */
import { useMutation } from "@tanstack/react-query";
import { Failure } from "../parts/states.tsx";
import { useTitle } from "../parts/use-title.ts";
import { CheckField, TextField } from "./parts/fields.tsx";
import { readForm } from "./parts/read-form.ts";
import { useOperatorAccess } from "./operator-session.tsx";
import { useConsoleText } from "./console-text.ts";

/** Characters that an HTTP header can carry. */
const SENDABLE = /^[\x21-\x7e]+$/;

export function SignIn() {
  const { signIn: words, title } = useConsoleText();
  const { signIn, expired } = useOperatorAccess();
  useTitle(title);
  const attempt = useMutation({
    mutationFn: async ({ token, remember }: { readonly token: string; readonly remember: boolean }) => {
      if (!SENDABLE.test(token)) throw new Error(words.notToken);
      await signIn(token, remember);
    },
  });
  return (
    <section className="panel sign-in">
      <h1>{title}</h1>
      <p className="soft">{words.lead}</p>
      {expired && !attempt.isError && (
        <p className="notice" role="alert">
          {words.expired}
        </p>
      )}
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          const readField = readForm(event.currentTarget);
          attempt.mutate({ token: readField("token"), remember: readField("remember") !== "" });
        }}
      >
        <TextField
          name="token"
          label={words.token}
          hint={words.where}
          type="password"
          autoComplete="off"
          spellCheck={false}
          required
        />
        <CheckField name="remember" label={words.remember} hint={words.rememberHint} />
        {attempt.isError && <Failure error={attempt.error} />}
        <button type="submit" className="primary" disabled={attempt.isPending}>
          {attempt.isPending ? words.trying : words.submit}
        </button>
      </form>
    </section>
  );
}
