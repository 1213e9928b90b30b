/** Answers that any commit may change, such as lists: their bytes stay ready until the next commit. */
import type { Context } from "../../context.ts";
import type { SinceHour } from "../../store/catalog/catalog-records.ts";
import type { Answer } from "./endpoint.ts";

/** Characters of the longest name of an answer that is stored. */
const MAX_NAME = 500;

/** Names the answer to a request by all that it depends on; `undefined` if the name is too long to be stored. */
export function nameAnswer(...parts: readonly unknown[]): string | undefined {
  const name = JSON.stringify(parts);
  return name.length > MAX_NAME ? undefined : name;
}

type NamedAnswer = {
  /** Name of the answer; `undefined` if it is always read. */
  readonly name: string | undefined;
  /** Hour from which volumes of a day count, if the answer has some. */
  readonly since?: SinceHour;
};

/** Reads an answer, or returns the bytes of the same answer from before, if there was no commit since. */
export async function answerUntilCommit(
  { readyAnswers }: Pick<Context, "readyAnswers">,
  { name, since = 0 }: NamedAnswer,
  read: () => Promise<Answer>,
): Promise<Answer> {
  if (name === undefined) return read();
  const ready = readyAnswers.find(name, since);
  if (ready !== undefined) return ready;
  const store = readyAnswers.watchAll();
  const answer = await read();
  if (!("body" in answer) || "status" in answer) return answer;
  return { ...answer, onWritten: (json) => store({ name, since }, json) };
}
