/** Metrics of an interface's requests: durations by operation and status, refusals by code. */
import type { KeptValues } from "../../metrics/kept-histogram.ts";
import type { Metrics } from "../../metrics/instruments.ts";
import type { Endpoint } from "../endpoint.ts";
import type { Mount } from "../mount.ts";
import type { RefusalForm, Refused } from "../refusal-form.ts";

/** Records the status of an answer and its duration in ms. */
type NoteAnswer = (status: number, ms: number) => void;

/** Returns the interface label of a mount; the console reads at the operators' address. */
const interfaceOf = ({ limited, forOperators }: Pick<Mount, "limited" | "forOperators">): string =>
  forOperators === true ? "console" : (limited ?? "none");

/** Status classes; the index finds a request's instrument, which is made on first use. */
const CLASSES = ["1xx", "2xx", "3xx", "4xx", "5xx"] as const;

export function noteAnswers(
  { requests }: Pick<Metrics, "requests">,
  mount: Mount,
  { method, path }: Pick<Endpoint, "method" | "path">,
): NoteAnswer {
  const place = { interface: interfaceOf(mount), dialect: mount.dialect, operation: `${method} ${path}` };
  const noted: (KeptValues | undefined)[] = CLASSES.map(() => undefined);
  return (status, ms) => {
    const at = Math.floor(status / 100) - 1;
    const known = (noted[at] ??= requests.of({ ...place, status: CLASSES[at] ?? "none" }));
    known.observe(ms / 1_000);
  };
}

/** Returns the mount with its refusals counted by code. */
export function countRefusals<M extends Mount>({ refusals }: Pick<Metrics, "refusals">, mount: M): M {
  const of = interfaceOf(mount);
  const counted = (code: string, refused: Refused): Refused => {
    refusals.inc({ interface: of, code });
    return refused;
  };
  const { form } = mount;
  const refusing: RefusalForm = {
    lists: form.lists,
    invalidParameter: (fault) => counted("invalid_payload", form.invalidParameter(fault)),
    missingParameter: (fault) => counted("invalid_payload", form.missingParameter(fault)),
    unknownParameter: (fault) => {
      const refused = form.unknownParameter(fault);
      return refused && counted("invalid_payload", refused);
    },
    rejection: (rejection, asked) => counted(rejection.code, form.rejection(rejection, asked)),
    notFound: (route) => counted("not_found", form.notFound(route)),
    methodNotAllowed: (method) => counted("method_not_allowed", form.methodNotAllowed(method)),
    tooMany: (asked, excess) => counted("rate_limited", form.tooMany(asked, excess)),
    overloaded: (asked, excess) => counted("not_accepting", form.overloaded(asked, excess)),
    unavailable: (asked, failure) => counted(failure.code, form.unavailable(asked, failure)),
    internalError: (requestId) => counted("internal_error", form.internalError(requestId)),
    unreadable: (request) => counted("unreadable", form.unreadable(request)),
  };
  return { ...mount, form: refusing };
}
