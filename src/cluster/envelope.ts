/**
 * Subjects and forms of the messages between the processes of a cluster.
 *
 * - `all`: batches and notes of the engine that leads, and its pulses in between, to everybody.
 * - `to.PEER`: answers of the engine that leads to one follower.
 * - `ask.ENGINE`: questions of followers to an engine.
 * - `call`: the question of an engine that wants to lead, to everybody; `said.ENGINE`: the answers.
 * - `here`: presence of gateways and engines.
 * - `usage`: allowances of clients that gateways let them use.
 */
import type { JournalHead } from "../store/journal/journal.ts";

/** Returns the subjects of a cluster; processes of another database share none, whatever they call their cluster. */
export function subjectsOf(cluster: string, database: string) {
  const subject = (name: string): string => `presage.${cluster}.${database}.${name}`;
  return {
    all: subject("all"),
    to: (peer: string) => subject(`to.${peer}`),
    ask: (engine: string) => subject(`ask.${engine}`),
    call: subject("call"),
    said: (engine: string) => subject(`said.${engine}`),
    here: subject("here"),
    usage: subject("usage"),
  };
}

export type Subjects = ReturnType<typeof subjectsOf>;

/**
 * Term of an engine: the epoch that it raised. An engine that leads, hands over and leads again has another name each time,
 * since its positions begin again.
 */
export type Term = { readonly epoch: number; readonly engine: string };

/** Names an engine while it leads, by the epoch with which it began. */
export const nameLead = ({ id }: Peer, epoch: number): string => `${id}-${epoch}`;

/** Returns the id of the engine that has this name while it leads. */
export const peerOfLead = (name: string): string => name.slice(0, name.lastIndexOf("-"));

/** Message of the engine that leads. */
export type LedMessage = Term & {
  /** Position of a batch or note, of a pulse or answer that of the last one before. */
  readonly position: number;
  /** A message of the bus; a pulse has none. */
  readonly text: string | undefined;
  readonly pulse: Pulse | undefined;
};

/** Content of a pulse, which all releases read. */
export type Pulse = {
  /** Version of the bus's messages. */
  readonly bus: number;
  /** True if the engine gives its lead away: it takes no more questions that change anything. */
  readonly yields: boolean;
  readonly release: string;
  readonly peers: readonly KnownPeer[];
};

export type PeerKind = "engine" | "gateway";

export type Peer = { readonly id: string; readonly kind: PeerKind; readonly host: string };

/** A process with the time since it was heard, ms. */
export type KnownPeer = Peer & { readonly silentMs: number };

export function encodeLed(
  { epoch, engine, position }: Term & { position: number },
  content: string | Pulse,
): string {
  const head = `${epoch} ${engine} ${position}\n`;
  return typeof content === "string" ? `${head}m${content}` : `${head}b${JSON.stringify(content)}`;
}

export function decodeLed(message: string): LedMessage {
  const end = message.indexOf("\n");
  const [epoch, engine = "", position] = message.slice(0, end).split(" ");
  const content = message.slice(end + 2);
  const isPulse = message[end + 1] === "b";
  return {
    epoch: Number(epoch),
    engine,
    position: Number(position),
    text: isPulse ? undefined : content,
    pulse: isPulse ? JSON.parse(content) : undefined,
  };
}

/** Question of a follower to an engine. */
export type Asked = { readonly from: string; readonly text: string };

export const encodeAsked = ({ from, text }: Asked): string => `${from}\n${text}`;

export function decodeAsked(message: string): Asked {
  const end = message.indexOf("\n");
  return { from: message.slice(0, end), text: message.slice(end + 1) };
}

/** Question of an engine that wants to lead: a peer that answers passes nothing of earlier epochs from then on. */
export type Call = Term;

/** Last batch that a peer applied or acknowledged. */
export type Said = {
  readonly peer: Peer;
  readonly epoch: number;
  /** The latest epoch that it promised to believe; a leader needs a later one. */
  readonly promised: number;
  /** `undefined` of a peer that has no copy yet. */
  readonly last: SaidBatch | undefined;
};

/** Number of a batch, and the journal's hash of it, in hex. */
export type SaidBatch = { readonly seq: number; readonly hash: string };

export const describeHead = (head: JournalHead | undefined): SaidBatch | undefined =>
  head && { seq: head.seq, hash: head.hash.toString("hex") };

export const encodeJson = <T>(value: T): string => JSON.stringify(value);
export const decodeJson = <T>(text: string): T => JSON.parse(text);
