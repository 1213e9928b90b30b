/** The pages of the live channels, made of the AsyncAPI document: one of them all, and one of each channel. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import type { MadePage } from "./made-page.ts";
import { codeSpan, fence, paragraphs, placedAt, prose, sentence, slug, table } from "./markdown.ts";
import { fieldsOf, fieldTable } from "./operation.ts";
import { headingOf, namesWithin, rowsOf } from "./schema.ts";
import type { Schema, Schemas } from "./schema.ts";

type Reference = { readonly $ref: string };
type Channel = {
  readonly address: string;
  readonly title: string;
  readonly description: string;
  readonly messages: Readonly<Record<string, Reference>>;
};
type Message = { readonly name: string; readonly summary: string; readonly payload: Schema };
type ChannelDocument = {
  readonly info: { readonly description: string };
  readonly channels: Readonly<Record<string, Channel>>;
  readonly operations: Readonly<
    Record<
      string,
      {
        readonly action: "send" | "receive";
        readonly channel: Reference;
        readonly messages: readonly Reference[];
      }
    >
  >;
  readonly components: { readonly messages: Readonly<Record<string, Message>>; readonly schemas: Schemas };
};

const FOLDER = join(import.meta.dirname, "..", "..", "..", "docs", "asyncapi");
const PATH = "reference/websocket";

/** Sentence about the viewer, which is at the exchange's own address alone. */
const VIEWER =
  process.env["PRESAGE_DOCS_BASE"] === undefined
    ? ' <a href="/docs/channels" target="_self">AsyncAPI\'s viewer</a> shows the document of each dialect.'
    : "";

const readJson = <T>(name: string): T => JSON.parse(readFileSync(join(FOLDER, name), "utf8")) as T;
const nameIn = ({ $ref }: Reference): string => $ref.slice($ref.lastIndexOf("/") + 1);

type Messages = Readonly<Record<string, unknown>>;

export function channelPages(): readonly MadePage[] {
  const document = readJson<ChannelDocument>("trading.json");
  const examples = readJson<Messages>("examples.json");
  const parts = Object.entries(document.channels).map(([key, channel]) =>
    channelPage(key, channel, document, examples),
  );
  const text = paragraphs([
    "# WebSocket channels",
    prose(document.info.description),
    `Address of a standard exchange: ${codeSpan("ws://127.0.0.1:7001")}. The AsyncAPI document is at ${codeSpan("/asyncapi.json")} of the trading interface.${VIEWER}`,
    ...Object.values(document.channels).map((channel) => overviewOf(channel, document)),
  ]);
  return [{ path: PATH, text: placedAt(PATH, `${text}\n`), parts: parts.map(({ path }) => path) }, ...parts];
}

const pathOf = ({ title }: Channel): string => `${PATH}/${slug(title)}`;

/** A channel on the page of all: its messages in both directions, as links. */
function overviewOf(channel: Channel, { components }: ChannelDocument): string {
  const page = `websocket/${slug(channel.title)}.md`;
  const rows = Object.keys(channel.messages).map((name) => [
    `[${name}](${page}#${name.toLowerCase()})`,
    sentence(prose(components.messages[name]?.summary ?? "")),
  ]);
  return paragraphs([
    `## [${channel.title}](${page})`,
    `Path: ${codeSpan(channel.address)}. ${prose(channel.description)}`,
    table(["Message", "Meaning"], rows),
  ]);
}

function channelPage(key: string, channel: Channel, document: ChannelDocument, examples: Messages): MadePage {
  const path = pathOf(channel);
  const { messages, schemas } = document.components;
  const sectionsOf = (action: "send" | "receive"): readonly string[] =>
    Object.values(document.operations)
      .filter((operation) => operation.action === action && nameIn(operation.channel) === key)
      .flatMap((operation) => operation.messages.map(nameIn))
      .map((name) => messageSection(messages[name], examples[name]));
  const text = paragraphs([
    `# ${channel.title}`,
    prose(channel.description),
    `Path: ${codeSpan(channel.address)} of the trading interface, one of the [live channels](../websocket.md).`,
    "## Messages from the client",
    ...sectionsOf("receive"),
    "## Messages from the exchange",
    ...sectionsOf("send"),
    objects(
      Object.keys(channel.messages).map((name) => messages[name]),
      schemas,
    ),
  ]);
  return { path, text: placedAt(path, `${text}\n`), parts: [] };
}

function messageSection(message: Message | undefined, example: unknown): string {
  if (message === undefined) throw new Error("the document names a message that it has not");
  const written =
    typeof example === "string"
      ? fence("text", example)
      : fence("json", JSON.stringify(example, undefined, 2));
  return paragraphs([
    `### ${message.name}`,
    sentence(prose(message.summary)),
    message.payload.type === "string" ? "" : fieldsOf(message.payload, "Fields"),
    "Example:",
    written,
  ]);
}

function objects(messages: readonly unknown[], schemas: Schemas): string {
  const names = [...new Set(messages.flatMap(namesWithin))].sort();
  const sections = names.map((name) =>
    paragraphs([`### ${headingOf(name)}`, fieldTable(rowsOf(schemas[name] ?? {}))]),
  );
  return names.length === 0 ? "" : paragraphs(["## Objects", ...sections]);
}
