/** The files with an example of each operation, by interface and operation, and of each message of the live channels. */
import { readFileSync } from "node:fs";
import { asyncApiDocument } from "../../../src/stream/asyncapi/with-asyncapi.ts";
import { foldedJson } from "../folded-json.ts";
import { EXAMPLE_INTERFACES, operationsOf } from "./operations.ts";
import type { ExampleInterface } from "./operations.ts";
import type { MessageExamples } from "./listener.ts";
import type { Example, Examples } from "./recorder.ts";
import { UNCAPTURED } from "./uncaptured.ts";

export const EXAMPLES_URL = new URL("../../../docs/openapi/examples.json", import.meta.url);

export const MESSAGES_URL = new URL("../../../docs/asyncapi/examples.json", import.meta.url);

export const readMessages = (): MessageExamples => JSON.parse(readFileSync(MESSAGES_URL, "utf8"));

/** Names of the documented messages, in the order of the document. */
export const MESSAGE_NAMES = Object.keys(asyncApiDocument().components.messages);

export const writtenMessages = (messages: MessageExamples): string =>
  `${foldedJson(Object.fromEntries(MESSAGE_NAMES.map((name) => [name, messages[name]])))}\n`;

/** An example, or the reason why there is none. */
export type Entry = Example | { readonly reason: string };

export const readExamples = (): Readonly<Record<ExampleInterface, Readonly<Record<string, Entry>>>> =>
  JSON.parse(readFileSync(EXAMPLES_URL, "utf8"));

/** Writes the examples in the order of the documents. */
export function writtenExamples(examples: Examples): string {
  const ordered = EXAMPLE_INTERFACES.map((name) => {
    const reasons = UNCAPTURED[name] ?? {};
    const entries = [...operationsOf(name).keys()].map((id): readonly [string, Entry] => {
      const reason = reasons[id];
      const entry = examples[name][id] ?? (reason === undefined ? undefined : { reason });
      if (entry === undefined) throw new Error(`${name}: the story does not ask ${id}`);
      return [id, entry];
    });
    return [name, Object.fromEntries(entries)] as const;
  });
  return `${foldedJson(Object.fromEntries(ordered))}\n`;
}
